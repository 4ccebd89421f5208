import { useEffect, useMemo, useState } from 'react';
import type { Clear } from '#domain/audit/replay/replay.ts';
import { useOpenedIn } from '../../../dataAccess/openings.ts';
import { type Row, rowsOf } from './rows.ts';
import type { History } from './useHistory.ts';
import type { Place } from './usePlace.ts';

type Found = {
  q: string;
  count: number;
  opened: Clear;
  revisions: ReadonlySet<number>;
  fault: string | undefined;
  warnings: readonly string[];
};
const NO_WARNINGS: readonly string[] = [];

/** The fields of each event that this reader has opened. */
const useClear = (stream: string, isWanted: boolean): Clear => {
  const opened = useOpenedIn(stream, isWanted);
  return useMemo(
    () =>
      Object.fromEntries(
        Object.entries(opened).map(([revision, openings]) => [
          revision,
          Object.assign({}, ...openings.map(({ fields }) => fields)),
        ]),
      ),
    [opened],
  );
};

/**
 * All rows, and those that the view and the search leave. `isSearching`: the search is not answered yet. `fault`: why it cannot be read;
 * then it finds no row. `warnings`: why it may find less than expected.
 */
export const useRows = (
  stream: string,
  { loaded, connection }: Pick<History, 'loaded' | 'connection'>,
  { q, view }: Pick<Place, 'q' | 'view'>,
): {
  all: readonly Row[];
  shown: readonly Row[];
  isSearching: boolean;
  fault: string | undefined;
  warnings: readonly string[];
} => {
  const { events, folded, named: names } = loaded;
  const all = useMemo(() => rowsOf(events), [events]);
  const [found, setFound] = useState<Found>();
  const count = events.length;
  const isOpenable = useMemo(() => events.some(({ openable }) => openable.length > 0), [events]);
  const opened = useClear(stream, q !== '' && isOpenable);

  useEffect(() => {
    if (q === '' || !connection || count === 0) return;
    let isLeft = false;
    connection.ask({ kind: 'find', text: q, opened, names }).then(
      ({ revisions, fault, warnings }) => {
        if (!isLeft) setFound({ q, count, opened, revisions: new Set(revisions), fault, warnings });
      },
      (error: unknown) =>
        setFound(() => {
          throw error;
        }),
    );
    return () => {
      isLeft = true;
    };
  }, [connection, q, count, opened, names]);

  const shown = useMemo(() => {
    const matching = q === '' || !found ? all : all.filter(({ revision }) => found.revisions.has(revision));
    return view === 'compact' ? matching.filter(({ index }) => !folded.isMinor[index]) : matching;
  }, [all, found, q, view, folded]);
  const isSearching = q !== '' && (found?.q !== q || found.count !== count || found.opened !== opened);
  const isFor = q !== '' && found?.q === q;
  return {
    all,
    shown,
    isSearching,
    fault: isFor ? found.fault : undefined,
    warnings: isFor ? found.warnings : NO_WARNINGS,
  };
};
