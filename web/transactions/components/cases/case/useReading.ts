import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { CaseFile } from '#application/contract/cases.ts';
import { readersQuery, sayReading } from '../../../../staff/staffQueries.ts';

const newestIn = ({ timeline, messages }: CaseFile): string =>
  [...timeline.map(({ timestamp }) => timestamp), ...messages.map(({ createdAt }) => createdAt)].sort().at(-1) ?? '';

/**
 * Tells colleagues that the reader has this case on the screen, and who else has. `isNew`: what has arrived since this person last had the
 * case on a screen; nothing is at the first visit. What arrives while it is open counts as read only for the next visit.
 */
export const useReading = (file: CaseFile) => {
  const sale = file.transaction._id;
  const newest = useRef('');
  newest.current = newestIn(file);
  const { data } = useQuery(readersQuery(sale, newest.current));
  const [before, setBefore] = useState<string | null>();
  if (data && before === undefined) setBefore(data.readTo);
  const isKnown = data !== undefined;
  useEffect(() => {
    if (!isKnown) return;
    return () => {
      // without this request the server forgets the reader within a minute
      void sayReading(sale, false, newest.current).catch(() => undefined);
    };
  }, [sale, isKnown]);
  return { readers: data?.readers ?? [], isNew: (at: string) => before != null && at > before };
};
