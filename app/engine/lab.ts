import type { FromLab, LabCommand } from '../../server/protocol/lab.ts';

export type LabAck = Extract<FromLab, { readonly type: 'ack' }>;

/** A demo server's lab (docs/lab.md), over its socket or in this page. */
export interface LabPort {
  /** Sends a command. @returns its ack; one that is refused where the lab has gone */
  ask(command: LabCommand): Promise<LabAck>;
  close(): void;
}

/**
 * Opens a lab. The first message heard is `welcome`; what was committed before it is told where it is still there.
 * @param hear gets every message but the acks
 * @param ended is told once, in words for the person, when the lab has gone
 */
export type OpenLab = (hear: (message: FromLab) => void, ended: (why: string) => void) => LabPort;
