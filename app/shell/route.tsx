import { type AnchorHTMLAttributes, type MouseEvent, type ReactNode, useSyncExternalStore } from 'react';
import { IS_STATIC } from '../features/connect/demo-endpoints.ts';

// The page has a handful of views and no parameters in their paths: the address bar is all the router it needs.
// A static host knows one page alone: there the view stands in the fragment, behind the query.

const listeners = new Set<() => void>();

function tellAll(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) addEventListener('popstate', tellAll);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener('popstate', tellAll);
  };
}

function pathOf(): string {
  return IS_STATIC ? `/${location.hash.replace(/^#?\/?/, '')}` : location.pathname;
}

/** A view's path and query as the address that has them. */
function addressOf(to: string): string {
  if (!IS_STATIC) return to;
  const [path = '', query] = to.split('?');
  return `${query === undefined ? location.pathname : `?${query}`}#${path}`;
}

/** The path of the address, as it changes by `navigate`, links, back and forward. */
export function usePath(): string {
  return useSyncExternalStore(subscribe, pathOf);
}

/** The query of the address with its `?`, or an empty text. */
export function useSearch(): string {
  return useSyncExternalStore(subscribe, () => location.search);
}

/** Goes to another view within the page. @param replace true where no step back shall lead to the present address */
export function navigate(to: string, { replace = false }: { readonly replace?: boolean } = {}): void {
  if (replace) history.replaceState(history.state, '', addressOf(to));
  else history.pushState(null, '', addressOf(to));
  tellAll();
}

/** A link to a view: a plain click stays within the page, all else (a new tab, a download) is the browser's. */
export function Link(props: AnchorHTMLAttributes<HTMLAnchorElement> & { readonly href: string }): ReactNode {
  const { href, children, ...rest } = props;
  const onClick = (event: MouseEvent<HTMLAnchorElement>): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.button !== 0) return;
    props.onClick?.(event);
    event.preventDefault();
    navigate(href);
  };
  return (
    <a {...rest} href={addressOf(href)} onClick={onClick}>
      {children}
    </a>
  );
}
