import type { Culprit, PassedBy, Quarantine, Quarantined } from '#application/ports/quarantine.ts';
import { askedOf, openCallers } from '#application/streams/quarantine/catchingUp.ts';

type Kept = Omit<Quarantined, 'passedBy'> & { passedBy: PassedBy[] };

/** A single process. `most`: streams that one finder may quarantine. */
export const memoryQuarantine = (most = 5) => {
  const rows = new Map<string, Kept>();
  const callers = openCallers((reader) => askedOf(rows.values(), reader).length > 0);
  const place = ({ because, ...culprit }: Culprit) => ({ ...culprit, because: because ?? null, retrying: false });

  const lift = (stream: string): void => {
    const row = rows.get(stream);
    if (row?.retrying && row.passedBy.length === 0) {
      rows.delete(stream);
      for (const waiting of rows.values()) if (waiting.because === stream) retry(waiting.stream);
    }
    callers.look();
  };

  /** Requests a retry, as an operator does. */
  const retry = (stream: string): void => {
    const row = rows.get(stream);
    if (row) row.retrying = true;
    lift(stream);
  };

  const quarantine: Quarantine = {
    find: (stream) => rows.get(stream),
    all: () => [...rows.values()],
    refresh: async () => undefined,
    put: async (culprit) => {
      if (rows.has(culprit.stream)) return 'quarantined';
      const found = [...rows.values()].filter(({ foundBy, because }) => foundBy === culprit.foundBy && !because);
      if (!culprit.because && found.length >= most) return 'tooMany';
      rows.set(culprit.stream, { ...place(culprit), since: 0, passedBy: [] });
      return 'quarantined';
    },
    pass: async (reader, { stream, revision }) => {
      const row = rows.get(stream);
      const known = row?.passedBy.find((passed) => passed.reader === reader);
      if (known) known.upTo = revision;
      else row?.passedBy.push({ reader, isReadModel: false, from: revision, upTo: revision });
      return row !== undefined;
    },
    asked: (reader) => askedOf(rows.values(), reader),
    caughtUp: async (reader, { stream, upTo }) => {
      const row = rows.get(stream);
      if (row) row.passedBy = row.passedBy.filter((passed) => passed.reader !== reader || passed.upTo > upTo);
      lift(stream);
    },
    failed: async (culprit) => {
      Object.assign(rows.get(culprit.stream) ?? {}, place(culprit));
    },
    onAsked: callers.add,
  };
  return { ...quarantine, retry };
};
