import type { Condition, Filter } from '../../engine/derive/filter/term.ts';
import { duration, offset } from '../../ui/format.ts';
import { visible } from '../../ui/label.ts';

/** What a filter means, as a sentence: "Messages that tell the status working, unless they have a method with “discover”." */
export function echo({ terms }: Filter): string {
  const wanted = terms.filter(({ not }) => !not).map(({ condition }) => phrase(condition));
  const unwanted = terms.filter(({ not }) => not).map(({ condition }) => phrase(condition));
  if (terms.length === 0) return '';
  const that = wanted.length === 0 ? 'All messages' : `Messages that ${wanted.join(' and ')}`;
  return unwanted.length === 0 ? `${that}.` : `${that}, unless they ${unwanted.join(' or ')}.`;
}

const KINDS = {
  failed: 'failed',
  open: 'wait for their answer',
  composed: 'were composed by hand',
  quiet: 'are polls without news',
  pinned: 'are pinned',
  noted: 'carry a note of yours',
} as const;

function phrase(condition: Condition): string {
  switch (condition.field) {
    case 'text':
      return `contain ${words(condition.any)} (in bodies as written)`;
    case 'task':
      return `are about a task whose id contains ${words(condition.any)}`;
    case 'tool':
      return `belong to a call of ${words(condition.any)}`;
    case 'method':
      return `have a method with ${words(condition.any)}`;
    case 'name':
      return `name ${words(condition.any)}`;
    case 'status':
      return `tell the task status ${words(condition.any)}`;
    case 'type':
      return `have the resultType ${words(condition.any)}`;
    case 'note':
      return `have a note with ${words(condition.any)}`;
    case 'body':
      return `have ${words(condition.any)} in a body, as written`;
    case 'endpoint':
      return `went to an address with ${words(condition.any)}`;
    case 'http':
      return condition.ranges.map(([from, to]) => statuses(from, to)).join(' or ');
    case 'code':
      return condition.codes.length === 0
        ? 'were answered with a JSON-RPC error'
        : `were answered with the JSON-RPC error ${condition.codes.join(' or ')}`;
    case 'dir':
      return condition.dir === 'out' ? 'this side asked' : 'came on a stream';
    case 'era':
      return condition.era === 'current' ? 'speak 2026-07-28' : 'speak an older revision';
    case 'slower':
      return `took more than ${duration(condition.ms)}`;
    case 'after':
      return `came later than ${offset(condition.ms)} s`;
    case 'before':
      return `came earlier than ${offset(condition.ms)} s`;
    case 'is':
      return KINDS[condition.what];
  }
}

function statuses(from: number, to: number): string {
  if (from === 0) return 'have no HTTP status';
  return from === to ? `were answered with HTTP ${from}` : `were answered with HTTP ${from} to ${to}`;
}

function words(any: readonly string[]): string {
  return any.map((word) => `“${visible(word)}”`).join(' or ');
}
