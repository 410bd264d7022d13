import { expect as base } from 'playwright/test';

/** A busy machine may be slow; a wait ends as soon as its signal is there, so a generous limit costs nothing. */
export const expect = base.configure({ timeout: 20_000 });
