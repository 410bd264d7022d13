import { type SmallStore, tabStore } from '../../ui/storage.ts';
import { AWAITED, CAME, CHANNEL, readAwaited, type SignInMessage } from './marks.ts';

/** How long the page that began the sign-in may take to say so, ms. */
const ANSWER_MS = 2_000;

export interface CallbackWorld {
  /** The whole URL that the authorisation server led to. */
  readonly url: string;
  readonly tab: SmallStore;
  readonly channel: Pick<BroadcastChannel, 'postMessage' | 'onmessage'>;
  /** Calls after `ms`. */
  readonly after: (ms: number, run: () => void) => void;
}

/** Whose sign-in it was. `here`: this tab's own, which goes on at `/sign-in`. */
export type Taken = 'here' | 'other' | 'nobody';

/**
 * Gives what an authorisation server sent to the page that asked: another tab of this browser, or this very one. By the state alone, so
 * what a foreign page brings here reaches nobody.
 */
export function deliver({ url, tab, channel, after }: CallbackWorld): Promise<Taken> {
  const state = new URL(url).searchParams.get('state') ?? '';
  if (state !== '' && readAwaited(tab.getItem(AWAITED))?.state === state) {
    tab.setItem(CAME, url);
    return Promise.resolve('here');
  }
  return new Promise((resolve) => {
    channel.onmessage = ({ data }: MessageEvent<SignInMessage>) => {
      if (data.kind === 'taken' && data.state === state) resolve('other');
    };
    channel.postMessage({ kind: 'came', state, callback: url } satisfies SignInMessage);
    after(ANSWER_MS, () => resolve('nobody'));
  });
}

const WORDS: Readonly<Record<Exclude<Taken, 'here'>, readonly [title: string, text: string]>> = {
  other: ['The page that asked goes on', 'It has the answer of the authorisation server. Close this window.'],
  nobody: [
    'No page of this browser waits for this sign-in',
    'What came has a “state” that none of them has sent, or the page that asked was closed. Nothing of it was used. ' +
      'Close this window and begin the sign-in again in Taskscope.',
  ],
};

/**
 * The page that an authorisation server leads back to: takes code and state out of the address at once, and says what became of them;
 * `here` leaves it to the page to go on.
 */
export async function answerCallback(root: HTMLElement): Promise<Taken> {
  const url = location.href;
  history.replaceState(null, '', location.pathname);
  const channel = new BroadcastChannel(CHANNEL);
  const taken = await deliver({ url, tab: tabStore, channel, after: (ms, run) => setTimeout(run, ms) });
  if (taken === 'here') return taken;
  const [title, text] = WORDS[taken];
  document.title = `${title} · Taskscope`;
  const main = document.createElement('main');
  main.style.cssText = 'max-width:34rem;margin:12vh auto;padding:0 1.25rem;line-height:1.5';
  const head = document.createElement('h1');
  head.textContent = title;
  const words = document.createElement('p');
  words.textContent = text;
  main.append(head, words);
  root.replaceChildren(main);
  return taken;
}
