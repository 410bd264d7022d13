import { tabStore } from '../../ui/storage.ts';

/** Where the key of the printed link is kept: in this tab, until it closes (design, "Secret"). */
const KEY_STORE = 'taskscope.key';

export function keyOfPage(): string | undefined {
  return tabStore.getItem(KEY_STORE) ?? undefined;
}

export function keepKey(key: string): void {
  tabStore.setItem(KEY_STORE, key);
}

/** Where this page really lives, if it was opened by another name of this machine: keys, recordings and settings are kept by origin. */
export function ownAddress({ hostname, origin }: Pick<Location, 'hostname' | 'origin'>): string | undefined {
  return hostname === 'localhost' ? origin.replace('//localhost', '//127.0.0.1') : undefined;
}

/** The key in what a person pasted: the whole printed link, or the key alone; undefined for anything else. */
export function keyIn(pasted: string): string | undefined {
  const text = pasted.trim();
  const found = /#(?:.*&)?key=([\w-]+)/.exec(text)?.[1] ?? text;
  return /^[\w-]{20,}$/.test(found) ? found : undefined;
}
