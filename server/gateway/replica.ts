/** One of several servers on the same store, as the gateway sees it. */
export interface Replica {
  /** Short and unique, e.g. `a`. */
  readonly name: string;
  /**
   * Serves a request. Rejects with `NotTaken` where the request never reached the replica; with anything else where it may have,
   * and may have had its effect.
   */
  fetch(request: Request): Promise<Response>;
}

/** The replica did not get the request: another one can have it, whatever it asks for. */
export class NotTaken extends Error {
  override readonly name = 'NotTaken';
}
