import { useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { type Filters, filtersFrom, pagesFrom, toParams } from './filters.ts';

/** What Back undoes: another filter or order. Letters that are typed and pages that are opened are none. */
const isStep = (before: Filters, next: Filters): boolean =>
  toParams({ ...before, search: '' }).toString() !== toParams({ ...next, search: '' }).toString();

/**
 * Filters and how many pages are open, as they stand in the address. The address follows a moment later, so what was asked last
 * counts at once: two quick presses do not undo each other.
 */
export const useFilters = () => {
  const [params, setParams] = useSearchParams();
  const { pathname } = useLocation();
  const address = params.toString();
  const [asked, setAsked] = useState<readonly string[]>([]);
  // An address that was not asked for here (Back, a link) lets go of all that was.
  useEffect(() => setAsked((before) => before.slice(before.lastIndexOf(address) + 1 || before.length)), [address]);
  const shown = new URLSearchParams(asked.at(-1) ?? address);
  const show = (next: Filters, open = 1) => {
    // A list stays until the code of the next screen is here: what was typed last must not lead back to it.
    if (window.location.pathname !== pathname) return;
    const wanted = toParams(next, open);
    setAsked([...asked, wanted.toString()]);
    setParams(wanted, { replace: !isStep(filtersFrom(shown), next), preventScrollReset: true });
  };
  return { filters: filtersFrom(shown), pages: pagesFrom(shown), show };
};
