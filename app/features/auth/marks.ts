/** What this tab keeps while a person is away at an authorisation server, and what its pages say to each other then. */

/** Which sign-in this tab waits for: `{endpoint, state}`. */
export const AWAITED = 'taskscope.sign-in';
/** The URL that the authorisation server led this very tab to. Taken out at once. */
export const CAME = 'taskscope.sign-in-came';
export const CHANNEL = 'taskscope:sign-in';

export type SignInMessage =
  /** The callback asks whose sign-in this is. */
  | { readonly kind: 'came'; readonly state: string; readonly callback: string }
  /** A page says that it is its own. */
  | { readonly kind: 'taken'; readonly state: string };

export interface Awaited {
  readonly endpoint: string;
  readonly state: string;
}

export function readAwaited(text: string | null): Awaited | undefined {
  try {
    const { endpoint, state } = JSON.parse(text ?? '{}') as Record<string, unknown>;
    return typeof endpoint === 'string' && typeof state === 'string' ? { endpoint, state } : undefined;
  } catch {
    return undefined;
  }
}
