import { useState } from 'react';
import { isWide } from '../ui/useWide.ts';

const KEY = 'filterPanelOpen';

/** Kept in this browser, signing out included; without a choice open where there is room for it. */
export const panelPreference = (): boolean => {
  const chosen = localStorage.getItem(KEY);
  return chosen === null ? isWide() : chosen === 'true';
};

export const usePanelPreference = () => {
  const [open, setOpen] = useState(panelPreference);
  const toggle = () => {
    localStorage.setItem(KEY, String(!open));
    setOpen(!open);
  };
  return { open, toggle };
};
