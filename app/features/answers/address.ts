/** An address that a server wants opened, taken apart so that nothing in it can pass for something else (attack 9). */
export interface Address {
  /** As the server sent it. */
  readonly text: string;
  /** In three parts, the middle one being the host with its port; undefined where it is no address at all. */
  readonly parts: readonly [before: string, host: string, after: string] | undefined;
  /** What a click may open; undefined for anything but https, and http on this machine. */
  readonly href: string | undefined;
  /** What to be wary of, in plain words. */
  readonly warnings: readonly string[];
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Reads an address. Never throws, and asks nobody: what it says comes from the text alone. */
export function readAddress(text: string): Address {
  const none = { text, parts: undefined, href: undefined };
  if (!URL.canParse(text)) return { ...none, warnings: ['This is no address: nothing can be opened.'] };
  const url = new URL(text);
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  if (!isWeb)
    return {
      ...none,
      warnings: [`It is no web address but begins with ${url.protocol} It cannot be opened.`],
    };
  const warnings: string[] = [];
  const isSafe = url.protocol === 'https:' || LOOPBACK.test(url.hostname);
  if (!isSafe)
    warnings.push(
      'It is not encrypted (http): whoever is on the way can read and change it, so it cannot be opened from here.',
    );
  if (url.username !== '' || url.password !== '')
    warnings.push(
      `What stands before the @ is a user name and no place: it leads to ${url.host} and nowhere else.`,
    );
  if (url.hostname.split('.').some((label) => label.startsWith('xn--')))
    warnings.push(
      `The host is written in letters that may look like others (punycode): its real name is ${url.hostname}.`,
    );
  const user = url.username + (url.password === '' ? '' : `:${url.password}`);
  const before = `${url.protocol}//${user === '' ? '' : `${user}@`}`;
  return {
    text,
    parts: [before, url.host, url.href.slice(before.length + url.host.length)],
    href: isSafe ? url.href : undefined,
    warnings,
  };
}
