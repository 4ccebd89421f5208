import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { CaseFile } from '#application/contract/cases.ts';
import { newCommandId } from '../../../../api/commandId.ts';
import { leaveCase, readersQuery } from '../../../../staff/staffQueries.ts';

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
  const [visit, setVisit] = useState(newCommandId);
  const { data } = useQuery(readersQuery(sale, visit, newest.current));
  const [before, setBefore] = useState<string | null>();
  if (data && before === undefined) setBefore(data.readTo);
  useEffect(() => {
    const leave = () => leaveCase(sale, visit, newest.current);
    // a page that comes back from the browser's memory begins another visit
    const back = ({ persisted }: PageTransitionEvent) => persisted && setVisit(newCommandId());
    window.addEventListener('pagehide', leave);
    window.addEventListener('pageshow', back);
    return () => {
      window.removeEventListener('pagehide', leave);
      window.removeEventListener('pageshow', back);
      leave();
    };
  }, [sale, visit]);
  return { readers: data?.readers ?? [], isNew: (at: string) => before != null && at > before };
};
