import { useEffect, useMemo, useRef, useState } from 'react';
import { fieldInWords } from '#domain/audit/eventRow.ts';
import { type AlignedRow, alignedBy, dataDifference } from '#domain/audit/replay/alignment.ts';
import { type Change, differenceOf } from '#domain/audit/replay/difference.ts';
import type { Moment } from '#domain/audit/replay/replay.ts';
import { EURO } from '#domain/shared/currencies.ts';
import { messageOf } from '../../../api/ApiError.ts';
import { classes } from '../../../ui/classes.ts';
import { Link } from '../../../ui/Link.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { SkeletonLines } from '../../../ui/Skeleton.tsx';
import { ErrorState } from '../../../ui/States.tsx';
import type { Connection } from '../../replay/connection.ts';
import { Named, PeopleProvider, usePeople } from './people.tsx';
import { type Row, rowsOf } from './rows.ts';
import { useHistory } from './useHistory.ts';
import { useWindow } from './useWindow.ts';
import { changeWords, isCounter } from './words.ts';
import { namedTimeIn, timeIn, type Zone } from './zones.ts';

type Side = { rows: readonly Row[]; connection: Connection | undefined };

const Cell = ({ row, begin, zone }: { row: Row | undefined; begin: number; zone: Zone }) =>
  row ? (
    <>
      <td className="rev">{row.revision}</td>
      <td className="num">{timeIn(zone, row.instant, begin)}</td>
      <td>{row.type}</td>
    </>
  ) : (
    <td colSpan={3} className="muted">
      –
    </td>
  );

const Lines = ({
  lines,
  own,
  other,
  divergence,
  differing,
  zone,
}: {
  lines: readonly AlignedRow[];
  own: readonly Row[];
  other: readonly Row[];
  divergence: number | null;
  /** The lines of one kind whose data differs. */
  differing: ReadonlyMap<number, Change[]>;
  zone: Zone;
}) => {
  const box = useRef<HTMLElement>(null);
  const { from, to, above, below } = useWindow(box, {
    count: lines.length,
    at: divergence ?? [...differing.keys()][0] ?? -1,
    open: undefined,
  });
  const begins = [own[0]?.instant ?? 0, other[0]?.instant ?? 0] as const;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reachable by keyboard
    <section ref={box} className="event-list compared" aria-label="Both histories" tabIndex={0}>
      <table className="events" aria-rowcount={lines.length + 1}>
        <caption className="sr-only">Events of both histories, side by side</caption>
        <thead>
          <tr aria-rowindex={1}>
            <th scope="colgroup" colSpan={3}>
              This history
            </th>
            <th scope="colgroup" colSpan={3}>
              The other history
            </th>
          </tr>
        </thead>
        <tbody>
          {above > 0 && (
            <tr className="unseen">
              <td colSpan={6} style={{ height: above }} />
            </tr>
          )}
          {lines.slice(from, to).map((line, place) => {
            const at = from + place;
            return (
              <tr
                key={`${line.one} ${line.other}`}
                title={differing
                  .get(at)
                  ?.map(({ path }) => fieldInWords(path.join(' › ')))
                  .join(', ')}
                aria-rowindex={at + 2}
                aria-current={at === divergence ? 'true' : undefined}
                className={classes(
                  'event-row',
                  (line.one === null || line.other === null) && 'differs',
                  differing.has(at) && 'values',
                  at === divergence && 'at',
                )}
              >
                <Cell row={line.one === null ? undefined : own[line.one]} begin={begins[0]} zone={zone} />
                <Cell row={line.other === null ? undefined : other[line.other]} begin={begins[1]} zone={zone} />
              </tr>
            );
          })}
          {below > 0 && (
            <tr className="unseen">
              <td colSpan={6} style={{ height: below }} />
            </tr>
          )}
        </tbody>
      </table>
    </section>
  );
};

/** The states of both histories after the same number of events. */
const useMoments = (own: Side, other: Side, revision: number): readonly [Moment, Moment] | undefined => {
  const [moments, setMoments] = useState<readonly [Moment, Moment]>();
  const [one, two] = [own.connection, other.connection];
  useEffect(() => {
    if (!one || !two || revision < 0) return setMoments(undefined);
    let isLeft = false;
    const ask = (connection: Connection) => connection.ask({ kind: 'compare', a: revision, b: revision });
    void Promise.all([ask(one), ask(two)]).then(([mine, theirs]) => {
      if (!isLeft) setMoments([mine.after, theirs.after]);
    });
    return () => {
      isLeft = true;
    };
  }, [one, two, revision]);
  return moments;
};

/** Names and times differ in any two histories. */
const OWN_OF_EACH = /^(id|transactionId|listingId|buyerId|sellerId|item|paymentId|checkout)$|(At|By|Until)$/;

type StatesProps = { moments: readonly [Moment, Moment]; revision: number; time: (instant: number) => string };

const States = ({ moments: [mine, theirs], revision, time }: StatesProps) => {
  const currency = mine.transaction?.currency ?? 'EUR';
  const changes = differenceOf(mine.state, theirs.state).filter(
    (change) => !isCounter(change) && !change.path.some((name) => OWN_OF_EACH.test(name)),
  );
  return (
    <>
      <h3>{`States after event ${revision}`}</h3>
      {changes.length === 0 ? (
        <p className="muted">They are the same, apart from names and times.</p>
      ) : (
        <dl className="changes">
          {changes.map((change) => {
            const { name, before, after } = changeWords(change, { currency, time });
            return (
              <div key={change.path.join('.')}>
                <dt>{name}</dt>
                <dd>
                  <span className="muted">this</span> <Named>{before}</Named>, <span className="muted">the other</span>{' '}
                  <Named>{after}</Named>
                </dd>
              </div>
            );
          })}
        </dl>
      )}
    </>
  );
};

/** The number of a sale. */
const numberOf = ([first]: readonly Row[]): string | undefined => {
  const number = first?.event.data.transactionId;
  return typeof number === 'string' ? `Sale ${number}` : undefined;
};

const differingIn = (
  lines: readonly AlignedRow[],
  own: readonly Row[],
  other: readonly Row[],
): ReadonlyMap<number, Change[]> => {
  const found = new Map<number, Change[]>();
  for (const [at, line] of lines.entries()) {
    const [mine, theirs] = [
      line.one === null ? undefined : own[line.one],
      line.other === null ? undefined : other[line.other],
    ];
    const changes =
      mine && theirs && mine.type === theirs.type ? dataDifference(mine.event.data, theirs.event.data) : [];
    if (changes.length > 0) found.set(at, changes);
  }
  return found;
};

const counted = (count: number): string => `${count} ${count === 1 ? 'event' : 'events'}`;

/** One history has the kinds of the other, and perhaps more. */
const endWords = (own: number, other: number): string => {
  const same = `The first ${counted(Math.min(own, other))} are of the same kinds.`;
  if (own === other) return same;
  return `${same} ${own > other ? 'This history' : 'The other'} goes on with ${counted(Math.abs(own - other))}.`;
};

const valuesWords = (
  lines: readonly AlignedRow[],
  differing: ReadonlyMap<number, Change[]>,
  { own, ...reading }: { own: readonly Row[]; currency: string; time: (instant: number) => string },
): string => {
  const [[at, [change]] = [undefined, []]] = [...differing] as [number, Change[]][];
  const row = own[lines[at ?? -1]?.one ?? -1];
  if (!row || !change) return 'Between events of the same kind no value differs, apart from names and times.';
  const { name, before, after } = changeWords(change, reading);
  return `Between events of the same kind, the first value that differs is of event ${row.revision} (${row.type}): ${name} ${before} here, ${after} there.`;
};

export type ComparedProps = { own: Side; stream: string; zone: Zone };

/** Two histories side by side, aligned by event type. */
export const Compared = ({ own, stream, zone }: ComparedProps) => {
  const { loaded, connection, stage, error, retry } = useHistory(stream);
  const rows = useMemo(() => rowsOf(loaded.events), [loaded.events]);
  const { rows: lines, divergence } = useMemo(
    () =>
      alignedBy(
        own.rows.map(({ type }) => type),
        rows.map(({ type }) => type),
      ),
    [own.rows, rows],
  );
  const isHere = stage === 'done';
  const here = usePeople();
  const people = useMemo(() => new Map([...here, ...loaded.named]), [here, loaded.named]);
  const differing = useMemo(() => differingIn(lines, own.rows, rows), [lines, own.rows, rows]);
  // an elapsed time would count from this history’s first event in both
  const time = (instant: number) => namedTimeIn(zone === 'elapsed' ? 'utc' : zone, instant, 0);
  const last = Math.min(own.rows.length, rows.length) - 1;
  const before = isHere ? (divergence === null ? last : divergence - 1) : -1;
  const moments = useMoments(own, { rows, connection }, before);
  const after = useMoments(own, { rows, connection }, isHere && divergence !== null ? divergence : -1);
  return (
    <Panel
      title="Compared"
      className="changed"
      aside={<Link to={`/audit/streams/${stream}`}>{numberOf(rows) ?? stream}</Link>}
    >
      {stage === 'loading' && <SkeletonLines lines={4} />}
      {stage === 'failed' && (
        <ErrorState error={error} title="Failed to load the other history" onRetry={retry}>
          {messageOf(error, 'This history stays as it is.')}
        </ErrorState>
      )}
      {isHere && (
        <PeopleProvider value={people}>
          <p role="status">
            {divergence === null
              ? `${endWords(own.rows.length, rows.length)} `
              : `The kinds of their events differ from event ${divergence} on: ${own.rows[divergence]?.type} here, ${rows[divergence]?.type} there. `}
            <Named>
              {valuesWords(lines, differing, {
                own: own.rows,
                currency: moments?.[0].transaction?.currency ?? EURO,
                time,
              })}
            </Named>
          </p>
          <Lines lines={lines} own={own.rows} other={rows} divergence={divergence} differing={differing} zone={zone} />
          {moments && <States moments={moments} revision={before} time={time} />}
          {after && divergence !== null && <States moments={after} revision={divergence} time={time} />}
        </PeopleProvider>
      )}
    </Panel>
  );
};
