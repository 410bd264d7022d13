import { describe } from 'vitest';
import { attacks } from './attacks.suite.ts';
import { cancellation } from './cancellation.suite.ts';
import { creation } from './creation.suite.ts';
import { durability } from './durability.suite.ts';
import { extensionRows } from './extension-rows.suite.ts';
import { fixtures } from './fixtures.suite.ts';
import { history } from './history.suite.ts';
import { http } from './http.suite.ts';
import { input } from './input.suite.ts';
import type { OpenMount } from './mount.suite.ts';
import { negotiation } from './negotiation.suite.ts';
import { offers } from './offers.suite.ts';
import { ownership } from './ownership.suite.ts';
import { rounds } from './rounds.suite.ts';
import { streaming } from './streaming.suite.ts';
import { subscriptions } from './subscriptions.suite.ts';
import { toolsEnds } from './tools-ends.suite.ts';
import { toolsInput } from './tools-input.suite.ts';

export type { Mount, MountOptions, OpenMount } from './mount.suite.ts';

/**
 * The requirements of the current surface on one mount (design, idea 3: one suite runs on every mount). Test names begin with
 * the numbers of requirements.md that they hold the server to.
 */
export function protocolSuite(mountName: string, openMount: OpenMount): void {
  describe(`protocol on ${mountName}`, () => {
    describe('http', () => http(openMount));
    describe('negotiation', () => negotiation(openMount));
    describe('creation and tasks/get', () => creation(openMount));
    describe('rounds before a task', () => rounds(openMount));
    describe('streamed responses', () => streaming(openMount));
    describe('resources, prompts and completion', () => offers(openMount));
    describe('input', () => input(openMount));
    describe('cancellation', () => cancellation(openMount));
    describe('subscriptions', () => subscriptions(openMount));
    describe('ownership', () => ownership(openMount));
    describe('rows that no official scenario emits', () => extensionRows(openMount));
    describe('with the fixtures of the official suite', () => fixtures(openMount));
    describe('tools that ask', () => toolsInput(openMount));
    describe('tools and their ends', () => toolsEnds(openMount));
    describe('attacks', () => attacks(openMount));
    describe('history', () => history(openMount));
    describe('durability and expiry', () => durability(openMount));
  });
}
