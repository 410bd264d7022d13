import { describe } from 'vitest';
import type { OpenMount } from '../../http/suite/mount.suite.ts';
import { dual } from './dual.suite.ts';
import { ends } from './ends.suite.ts';
import { hosted } from './hosted.suite.ts';
import { input } from './input.suite.ts';
import { session } from './session.suite.ts';
import { tasks } from './tasks.suite.ts';

/** The 2025-11-25 surface and the dual mount (requirements, "The two generations" and "Mounts") on one way to reach `servers` of them. */
export function legacySuite(mountName: string, openMount: OpenMount, servers = 1): void {
  describe(`legacy on ${mountName}`, () => {
    describe('sessions', () => session(openMount, servers));
    describe('tasks', () => tasks(openMount));
    describe('ends', () => ends(openMount));
    describe('questions', () => input(openMount));
    describe('tasks of the client', () => hosted(openMount));
    describe('dual', () => dual(openMount));
  });
}
