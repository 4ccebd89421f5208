import { useState } from 'react';
import { useUser } from '../../api/session.tsx';

/** A named search of a list. `query`: its address, without the page. */
export type View = { name: string; query: string };

const MOST_VIEWS = 20;

const isView = (value: unknown): value is View => {
  const { name, query } = (value ?? {}) as Partial<View>;
  return typeof name === 'string' && typeof query === 'string';
};

const read = (key: string): View[] => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isView) : [];
  } catch {
    return [];
  }
};

/** The reader's views of one list, kept in this browser. A view replaces another of its name; the oldest gives way to the 21st. */
export const useSavedViews = (list: string) => {
  const key = `${list}:${useUser().userId}`;
  const [views, setViews] = useState(() => read(key));
  const keep = (next: View[]) => {
    const kept = next.slice(-MOST_VIEWS);
    localStorage.setItem(key, JSON.stringify(kept));
    setViews(kept);
  };
  return {
    views,
    save: (view: View) => keep([...read(key).filter(({ name }) => name !== view.name), view]),
    remove: (gone: string) => keep(read(key).filter(({ name }) => name !== gone)),
  };
};
