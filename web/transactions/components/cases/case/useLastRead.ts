import { useEffect, useState } from 'react';
import type { CaseFile } from '#application/contract/cases.ts';
import { useUser } from '../../../../api/session.tsx';

const PREFIX = 'caseRead:';
/** Older entries are dropped. */
const MOST = 200;

const read = (key: string): string | null => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};

const keep = (key: string, at: string): void => {
  try {
    const others = Object.keys(localStorage).filter((name) => name.startsWith(PREFIX) && name !== key);
    const oldest = others.sort((one, other) => (localStorage.getItem(one)! < localStorage.getItem(other)! ? -1 : 1));
    for (const name of oldest.slice(0, Math.max(0, others.length + 1 - MOST))) localStorage.removeItem(name);
    localStorage.setItem(key, at);
  } catch {
    // a browser that stores nothing marks nothing as new
  }
};

const newestIn = ({ timeline, messages }: CaseFile): string =>
  [...timeline.map(({ timestamp }) => timestamp), ...messages.map(({ createdAt }) => createdAt)].sort().at(-1) ?? '';

/**
 * Tells what has arrived since this person last opened the case in this browser. Nothing is new at the first visit. While the page is
 * open, what it shows counts as read only for the next visit.
 */
export const useLastRead = (file: CaseFile): ((at: string) => boolean) => {
  const key = `${PREFIX}${useUser()._id}:${file.transaction._id}`;
  const [before] = useState(() => read(key));
  const newest = newestIn(file);
  useEffect(() => keep(key, newest), [key, newest]);
  return (at) => before !== null && at > before;
};
