import { useEffect, useMemo, useState } from 'react';
import { type Row, rowsOf } from './rows.ts';
import type { History } from './useHistory.ts';
import type { Place } from './usePlace.ts';

type Found = { q: string; count: number; revisions: ReadonlySet<number>; fault: string | undefined };

/**
 * All rows, and those that the view and the search leave. `isSearching`: the search is not answered yet. `fault`: what is wrong with it;
 * then every row is shown.
 */
export const useRows = (
  { loaded, connection }: Pick<History, 'loaded' | 'connection'>,
  { q, view }: Pick<Place, 'q' | 'view'>,
): { all: readonly Row[]; shown: readonly Row[]; isSearching: boolean; fault: string | undefined } => {
  const { events, folded } = loaded;
  const all = useMemo(() => rowsOf(events), [events]);
  const [found, setFound] = useState<Found>();
  const count = events.length;

  useEffect(() => {
    if (q === '' || !connection || count === 0) return;
    let isLeft = false;
    connection.ask({ kind: 'find', text: q }).then(
      ({ revisions, fault }) => {
        if (!isLeft) setFound({ q, count, revisions: new Set(revisions), fault });
      },
      (error: unknown) =>
        setFound(() => {
          throw error;
        }),
    );
    return () => {
      isLeft = true;
    };
  }, [connection, q, count]);

  const shown = useMemo(() => {
    const matching = q === '' || !found ? all : all.filter(({ revision }) => found.revisions.has(revision));
    return view === 'compact' ? matching.filter(({ index }) => !folded.isMinor[index]) : matching;
  }, [all, found, q, view, folded]);
  const isSearching = q !== '' && (found?.q !== q || found.count !== count);
  return { all, shown, isSearching, fault: q === '' ? undefined : found?.fault };
};
