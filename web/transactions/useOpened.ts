import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';

/** Which dialog is open, kept in the URL: Back closes it and reload reopens it. An open dialog stays even if it is no longer offered. `of`: the item it belongs to, on a page of many. */
export const useOpened = <Offered>(offered: readonly Offered[], nameOf: (offer: Offered) => string, of = '') => {
  const [search, setSearch] = useSearchParams();
  const { state, key } = useLocation();
  const navigate = useNavigate();
  const asked = search.get('act');
  const inAddress = (offer: Offered | undefined) => offer && nameOf(offer) + of;
  const opened = useRef<Offered>(undefined);
  if (inAddress(opened.current) !== asked) opened.current = offered.find((offer) => inAddress(offer) === asked);
  /** The history entry being left; the navigation follows a moment later. */
  const [leaving, setLeaving] = useState<string>();
  const here = useRef('');
  useEffect(() => {
    here.current = key;
    return () => {
      here.current = '';
    };
  }, [key]);
  const go = (act: string | undefined, options: { replace?: boolean; state: unknown }) =>
    setSearch(
      (before) => {
        before.delete('act');
        if (act) before.set('act', act);
        return before;
      },
      { preventScrollReset: true, ...options },
    );
  return {
    opened: leaving === key ? undefined : opened.current,
    open: (offer: Offered) => go(inAddress(offer), { state: { ...state, over: true } }),
    close: () => {
      if (here.current !== key || leaving === key) return;
      setLeaving(key);
      if (state?.over) void navigate(-1);
      else go(undefined, { replace: true, state });
    },
  };
};
