import { useState } from 'react';
import { isWide, useWide } from '../ui/useWide.ts';

const KEY = 'filterPanelOpen';

/** Stays in this browser after signing out. Without a choice, the panel is open on wide screens. */
export const panelPreference = (): boolean => {
  const chosen = localStorage.getItem(KEY);
  return chosen === null ? isWide() : chosen === 'true';
};

/** On wide screens a panel beside the list, which is remembered; on small screens a sheet, which is not. */
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
