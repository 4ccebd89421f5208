import { useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { type Filters, filtersFrom, pagesFrom, toParams } from './filters.ts';

/** Back undoes a filter or sort change, but not typed letters or opened pages. */
const isStep = (before: Filters, next: Filters): boolean =>
  toParams({ ...before, search: '' }).toString() !== toParams({ ...next, search: '' }).toString();

/**
 * Filters and page count from the address. The address updates a moment later, so the latest request counts at once
 * and quick presses do not undo each other.
 */
export const useFilters = () => {
  const [params, setParams] = useSearchParams();
  const { pathname } = useLocation();
  const address = params.toString();
  const [asked, setAsked] = useState<readonly string[]>([]);
  // Navigation from elsewhere (Back, a link) discards pending changes.
  useEffect(() => setAsked((before) => before.slice(before.lastIndexOf(address) + 1 || before.length)), [address]);
  const shown = new URLSearchParams(asked.at(-1) ?? address);
  const show = (next: Filters, open = 1) => {
    // The list stays mounted while the next screen loads: a late keystroke must not navigate back.
    if (window.location.pathname !== pathname) return;
    const wanted = toParams(next, open);
    setAsked([...asked, wanted.toString()]);
    setParams(wanted, { replace: !isStep(filtersFrom(shown), next), preventScrollReset: true });
  };
  return { filters: filtersFrom(shown), pages: pagesFrom(shown), show };
};
