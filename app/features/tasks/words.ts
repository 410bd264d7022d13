import type { Gap } from '../../engine/derive/gaps.ts';
import type { PollState, PushState, Question, TaskHistory } from '../../engine/derive/model.ts';
import { duration } from '../../ui/format.ts';
import { neverTold } from './alive.ts';

/** What the poller is doing, in words. It never says more of the task than the server did. */
export function pollWords(poll: PollState, now: number): string {
  switch (poll.kind) {
    case 'idle':
      return 'not polling';
    case 'scheduled':
      return poll.due <= now ? 'due now' : `next in ${duration(poll.due - now)}`;
    case 'in-flight':
      return `asking since ${duration(now - poll.since)}`;
    case 'retrying':
      return `attempt ${poll.attempt} ${poll.due <= now ? 'now' : `in ${duration(poll.due - now)}`}`;
    case 'followed':
      return 'another tab polls; this one follows';
    case 'stopped':
      return `stopped: ${poll.why}`;
  }
}

export function pushWords(push: PushState, now: number): string {
  switch (push.kind) {
    case 'off':
      return 'off';
    case 'opening':
      return 'opening the stream';
    case 'live':
      return `listening since ${duration(now - push.since)}`;
    case 'refused':
      return 'the server did not accept this task on the stream';
    case 'reconnecting':
      return `attempt ${push.attempt} ${push.due <= now ? 'now' : `in ${duration(push.due - now)}`}`;
  }
}

/** Why a server may not know a task, as far as one can tell; '' where it was never gone. */
export function goneWords(task: TaskHistory): string {
  if (task.gone === undefined) return '';
  if (neverTold(task))
    return 'It has told nothing of this task here: the id may be mistyped or of another server or owner, or the task was discarded before.';
  switch (task.gone.ttlPassed) {
    case true:
      return 'Its TTL had passed, so it may have been discarded.';
    case false:
      return 'Its TTL had not passed.';
    case null:
      return 'Whether its TTL had passed is not known.';
  }
}

/** How what was seen differed from what was true. */
export function gapWords({ kind, ms, status, to }: Gap): string {
  switch (kind) {
    case 'stale':
      return `stale for ${duration(ms)}`;
    case 'missed':
      return `${status} never seen`;
    case 'lost-push':
      return to === undefined ? `push of ${status} lost` : `push of ${status} late by ${duration(ms)}`;
    case 'late-cancel':
      return `cancel too late by ${duration(ms)}`;
    case 'lost-race':
      return `${status} ${duration(ms)} after the cancel`;
  }
}

export const QUESTION_WORDS: Readonly<Record<Question['state'], string>> = {
  open: 'unanswered',
  sending: 'being sent',
  acknowledged: 'acknowledged, not taken up yet',
  'send-failed': 'could not be sent',
  answered: 'answered',
  gone: 'withdrawn or over',
};
