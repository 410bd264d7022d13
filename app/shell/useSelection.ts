import { type Dispatch, useEffect, useReducer, useRef } from 'react';
import {
  aboutOf,
  fromSearch,
  type Select,
  type Selection,
  select,
  toSearch,
  withAbout,
} from './selection.ts';

/** Browsers refuse a page that rewrites its address more than about 200 times in 30 s. ms between two rewrites */
const BETWEEN = 250;

/**
 * The selection, mirrored in the address bar, so that the address can be sent to a colleague. A choice is written at once, so that a
 * reload right after it finds it; only quick successors of it wait.
 */
export function useSelection(endpoint: string | undefined, hold: boolean): [Selection, Dispatch<Select>] {
  const [selection, dispatch] = useReducer(select, location.search, fromSearch);
  const writtenAt = useRef(Number.NEGATIVE_INFINITY);
  const search = toSearch(selection, endpoint);
  useEffect(() => {
    // While a link still asks for consent the address stays as the person opened it.
    if (hold) return undefined;
    const write = (): void => {
      // What the view itself is about is not ours to change.
      const whole = withAbout(search, aboutOf(location.search));
      if (location.search === whole) return;
      writtenAt.current = performance.now();
      history.replaceState(history.state, '', location.pathname + whole + location.hash);
    };
    const wait = writtenAt.current + BETWEEN - performance.now();
    if (wait <= 0) {
      write();
      return undefined;
    }
    const timer = setTimeout(write, wait);
    return () => clearTimeout(timer);
  }, [search, hold]);
  useEffect(() => {
    const onPop = (): void => dispatch({ type: 'all', selection: fromSearch(location.search) });
    addEventListener('popstate', onPop);
    return () => removeEventListener('popstate', onPop);
  }, []);
  return [selection, dispatch];
}
