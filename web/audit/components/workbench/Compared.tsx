import { useEffect, useMemo, useRef, useState } from 'react';
import { type AlignedRow, alignedBy } from '#domain/audit/replay/alignment.ts';
import { differenceOf } from '#domain/audit/replay/difference.ts';
import type { Moment } from '#domain/audit/replay/replay.ts';
import { messageOf } from '../../../api/ApiError.ts';
import { classes } from '../../../ui/classes.ts';
import { Link } from '../../../ui/Link.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { SkeletonLines } from '../../../ui/Skeleton.tsx';
import { ErrorState } from '../../../ui/States.tsx';
import type { Connection } from '../../replay/connection.ts';
import { type Row, rowsOf } from './rows.ts';
import { useHistory } from './useHistory.ts';
import { useWindow } from './useWindow.ts';
import { changeWords, isCounter } from './words.ts';
import { timeIn, type Zone } from './zones.ts';

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
  zone,
}: {
  lines: readonly AlignedRow[];
  own: readonly Row[];
  other: readonly Row[];
  divergence: number | null;
  zone: Zone;
}) => {
  const box = useRef<HTMLElement>(null);
  const { from, to, above, below } = useWindow(box, { count: lines.length, at: divergence ?? -1, open: undefined });
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
                aria-rowindex={at + 2}
                aria-current={at === divergence ? 'true' : undefined}
                className={classes(
                  'event-row',
                  (line.one === null || line.other === null) && 'differs',
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

const States = ({ moments: [mine, theirs], revision }: { moments: readonly [Moment, Moment]; revision: number }) => {
  const currency = mine.transaction?.currency ?? 'EUR';
  const time = (instant: number) => `${timeIn('utc', instant, 0)} UTC`;
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
                  <span className="muted">this</span> {before}, <span className="muted">the other</span> {after}
                </dd>
              </div>
            );
          })}
        </dl>
      )}
    </>
  );
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
  const last = Math.min(own.rows.length, rows.length) - 1;
  const before = isHere ? (divergence === null ? last : divergence - 1) : -1;
  const moments = useMoments(own, { rows, connection }, before);
  const after = useMoments(own, { rows, connection }, isHere && divergence !== null ? divergence : -1);
  return (
    <Panel title="Compared" className="changed" aside={<Link to={`/audit/streams/${stream}`}>{stream}</Link>}>
      {stage === 'loading' && <SkeletonLines lines={4} />}
      {stage === 'failed' && (
        <ErrorState error={error} title="Failed to load the other history" onRetry={retry}>
          {messageOf(error, 'This history stays as it is.')}
        </ErrorState>
      )}
      {isHere && (
        <>
          <p role="status">
            {divergence === null
              ? `No difference in the first ${last + 1} events.`
              : `They differ from event ${divergence} on: ${own.rows[divergence]?.type} here, ${rows[divergence]?.type} there.`}
          </p>
          <Lines lines={lines} own={own.rows} other={rows} divergence={divergence} zone={zone} />
          {moments && <States moments={moments} revision={before} />}
          {after && divergence !== null && <States moments={after} revision={divergence} />}
        </>
      )}
    </Panel>
  );
};
