import type { FromLab, LabCommand } from '../../../server/protocol/lab.ts';
import type { LabAck } from '../../engine/index.ts';

/** The lab of the demo in this page, as its code brings it. */
export interface PageLab {
  ask(command: LabCommand): Promise<LabAck>;
  listen(hear: (message: FromLab) => void): () => void;
}

let provided: (() => Promise<PageLab>) | undefined;

/** Told by the page's composition root. */
export function provideLab(start: () => Promise<PageLab>): void {
  provided = start;
}

export function pageLab(): (() => Promise<PageLab>) | undefined {
  return provided;
}

/** The faults that a link asks for, as it was when the page was opened: views change the address. */
export const linkedScenario: string | undefined =
  new URLSearchParams(globalThis.location?.search).get('scenario') ?? undefined;
