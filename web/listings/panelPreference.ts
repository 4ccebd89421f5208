import { useState } from 'react';
import { isWide, useWide } from '../ui/useWide.ts';

const KEY = 'filterPanelOpen';

/** Kept in this browser, signing out included; without a choice open where there is room for it. */
export const panelPreference = (): boolean => {
  const chosen = localStorage.getItem(KEY);
  return chosen === null ? isWide() : chosen === 'true';
};

/** The filters beside the offerings, where there is room for them, or above the page for a while, which is not kept. */
export const useFilterPlace = () => {
  const wide = useWide();
  const [open, setOpen] = useState(panelPreference);
  const [above, setAbove] = useState(false);
  const fold = () => {
    localStorage.setItem(KEY, String(!open));
    setOpen(!open);
  };
  return { beside: wide && open, above: !wide && above, toggle: wide ? fold : () => setAbove(!above) };
};
