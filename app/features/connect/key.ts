import { tabStore } from '../../ui/storage.ts';

/** Where the key of the printed link is kept: in this tab, until it closes (design, "Secret"). */
const KEY_STORE = 'taskscope.key';

export function keyOfPage(): string | undefined {
  return tabStore.getItem(KEY_STORE) ?? undefined;
}

export function keepKey(key: string): void {
  tabStore.setItem(KEY_STORE, key);
}

/** The key in what a person pasted: the whole printed link, or the key alone; undefined for anything else. */
export function keyIn(pasted: string): string | undefined {
  const text = pasted.trim();
  const found = /#(?:.*&)?key=([\w-]+)/.exec(text)?.[1] ?? text;
  return /^[\w-]{20,}$/.test(found) ? found : undefined;
}
