import { useEffect, useMemo, useRef } from 'react';
import type { Move } from '#domain/audit/replay/transactionStrip.ts';
import { TransactionBundle } from '../../../ui/bundle.tsx';
import { classes } from '../../../ui/classes.ts';
import { Link } from '../../../ui/Link.tsx';
import { partOnDemand } from '../../../ui/partOnDemand.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { CauseAndEffect, type CauseAndEffectProps } from '../effects/CauseAndEffect.tsx';
import { Changes } from './Changes.tsx';
import { Choice } from './Head.tsx';
import type { Row } from './rows.ts';
import { StateAt } from './StateAt.tsx';
import type { ReplayAnswer } from './useComparison.ts';
import type { Place } from './usePlace.ts';

const TransactionPath = partOnDemand<{ moves: readonly Move[] }>(
  async () => (await import('../../../chart/TransactionPath.tsx')).TransactionPath,
  <Skeleton height="24rem" />,
);

const SIDES = ['moment', 'chart'] as const;
const SIDE_WORDS = { moment: 'Changes and state', chart: 'Statechart' };

export type Called = { part: 'changes' | 'causes' | 'side' };

export type SideProps = {
  stream: string;
  /** The id of the transaction; undefined for other streams. */
  transaction: string | undefined;
  answer: ReplayAnswer | undefined;
  /** Every event of the history. */
  rows: readonly Row[];
  moves: readonly (Move & { revision: number })[];
  /** The chosen event. Only the changes follow the handles. */
  e: number;
  side: Place['side'];
  isWhole: boolean;
  /** Whether causes and effects are open, and how to change that. */
  why: Pick<CauseAndEffectProps, 'open' | 'onOpen'>;
  time: (instant: number) => string;
  /** The part that a key asked for; another object asks again. */
  called: Called | undefined;
  onSide: (side: Place['side']) => void;
};

/** The path up to an event. It stays the same object while no region moves, so that its drawing stays too. */
const usePathTo = (moves: SideProps['moves'], revision: number) => {
  const count = moves.findLastIndex((move) => move.revision <= revision) + 1;
  return useMemo(() => moves.slice(0, count), [moves, count]);
};

/** Beside the events: what changed, the state and its possibilities, or the statechart. */
export const Side = ({
  stream,
  transaction,
  answer,
  rows,
  moves,
  e,
  side,
  isWhole,
  why,
  time,
  called,
  onSide,
}: SideProps) => {
  const path = usePathTo(moves, e);
  const box = useRef<HTMLDivElement>(null);
  // the current state stays in view while somebody steps; the drawing comes later than its place
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each move of the chart
  useEffect(() => {
    const element = box.current;
    if (!element || side !== 'chart') return;
    const follow = () => {
      const state = element.querySelector('.state.at');
      if (!state) return;
      const [around, at] = [element.getBoundingClientRect(), state.getBoundingClientRect()];
      if (at.top < around.top || at.bottom > around.bottom)
        element.scrollTop += at.top - around.top - around.height / 2;
    };
    follow();
    const drawn = new MutationObserver(follow);
    drawn.observe(element, { childList: true, subtree: true });
    return () => drawn.disconnect();
  }, [path, side]);
  // a key’s part comes into view and takes the focus, wherever the reader is
  useEffect(() => {
    const part = called && box.current?.parentElement?.querySelector<HTMLElement>(`[data-part="${called.part}"]`);
    part?.scrollIntoView?.({ block: called?.part === 'side' ? 'nearest' : 'start' });
    part?.focus({ preventScroll: true });
  }, [called]);
  return (
    <div ref={box} className={classes('workbench-side', side === 'chart' && 'chart')} data-part="side" tabIndex={-1}>
      {transaction && (
        <div className="side-head">
          <Choice label="Beside the events" values={SIDES} words={SIDE_WORDS} value={side} onChange={onSide} />
          <Link to={`/audit/ledger?sale=${transaction}`}>Ledger of the sale</Link>
          <Link to={`/staff/cases/${transaction}`}>Case</Link>
        </div>
      )}
      {side === 'chart' && transaction ? (
        <TransactionPath moves={path} />
      ) : (
        <div className="workbench-moment">
          {answer ? (
            <>
              <div data-part="changes" tabIndex={-1}>
                <Changes comparison={answer.comparison} time={time} isWhole={isWhole} />
              </div>
              <div>
                <StateAt moment={answer.moment} rows={rows} time={time} />
                <div data-part="causes" tabIndex={-1}>
                  <CauseAndEffect stream={stream} revision={e} {...why} />
                </div>
                {transaction && <TransactionBundle sale={transaction} />}
              </div>
            </>
          ) : (
            <Skeleton height="24rem" />
          )}
        </div>
      )}
    </div>
  );
};
