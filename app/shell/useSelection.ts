import { type Dispatch, useEffect, useReducer } from 'react';
import { fromSearch, type Select, type Selection, select, toSearch } from './selection.ts';

/** Browsers refuse a page that rewrites its address too often, so it lags a little behind. */
const LAG = 250;

/** The selection, mirrored in the address bar, so that the address can be sent to a colleague. */
export function useSelection(endpoint: string | undefined, hold: boolean): [Selection, Dispatch<Select>] {
  const [selection, dispatch] = useReducer(select, location.search, fromSearch);
  const search = toSearch(selection, endpoint);
  useEffect(() => {
    // While a link still asks for consent the address stays as the person opened it.
    if (hold) return undefined;
    const timer = setTimeout(() => {
      if (location.search !== search) history.replaceState(history.state, '', location.pathname + search);
    }, LAG);
    return () => clearTimeout(timer);
  }, [search, hold]);
  useEffect(() => {
    const onPop = (): void => dispatch({ type: 'all', selection: fromSearch(location.search) });
    addEventListener('popstate', onPop);
    return () => removeEventListener('popstate', onPop);
  }, []);
  return [selection, dispatch];
}
