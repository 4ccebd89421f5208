import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router-dom';
import type { CaseFile, StaffCase } from '#application/contract/cases.ts';
import { useUser } from '../../../../api/session.tsx';
import { colleaguesIn } from '../../../../staff/NewsList.tsx';
import { useReadCase } from '../../../../staff/ReadCase.tsx';
import { caseDeskQuery } from '../../../../staff/staffQueries.ts';
import { classes } from '../../../../ui/classes.ts';
import { dueTime } from '../../../../ui/dates.ts';
import { Link } from '../../../../ui/Link.tsx';
import { Notice } from '../../../../ui/States.tsx';
import { dueInShort } from '../../../../ui/timeLeft.ts';
import { useNow } from '../../../../ui/useNow.ts';
import type { CameFrom } from './cameFrom.ts';

type Waiting = { words: string; until: string };

const WHO: Readonly<Record<StaffCase['waitsFor'], string>> = {
  staff: 'Waits for us',
  second: 'Waits for a second person',
  buyer: 'Waits for the buyer',
  seller: 'Waits for the seller',
  parties: 'Waits for both parties',
  bank: 'Waits for the bank',
  provider: 'Waits for the payment provider',
  engineer: 'Waits for an engineer',
};

/** The end of an open question or of the time to read a draft comes before the case's own due date. */
const untilOf = ({ waitsFor, dueAt }: StaffCase, { transaction, pendingDecision }: CaseFile): string => {
  const { buyer, seller } = transaction.questions;
  const asked = [buyer, seller].flatMap((until) => until ?? []).sort();
  if (waitsFor === 'buyer' || waitsFor === 'seller' || waitsFor === 'parties')
    return (
      pendingDecision?.shownUntil ?? (waitsFor === 'parties' ? asked.at(-1) : transaction.questions[waitsFor]) ?? dueAt
    );
  return waitsFor === 'second' ? (pendingDecision?.confirmBy ?? dueAt) : dueAt;
};

/** One entry for cases that wait for the same. */
const waitingIn = (file: CaseFile): Waiting[] => {
  const all = file.cases.map((one) => ({ words: WHO[one.waitsFor], until: untilOf(one, file) }));
  return all.filter(
    ({ words, until }, place) => all.findIndex((one) => one.words === words && one.until === until) === place,
  );
};

/** `Decided` with the last day for an appeal, once nothing is open. */
const decidedIn = ({ cases, transaction: { decision } }: CaseFile): string | undefined => {
  if (cases.length > 0 || !decision) return undefined;
  const ends = [decision.appeals?.buyer, decision.appeals?.seller].flatMap((end) => end ?? []).sort();
  const last = ends.at(-1);
  return last === undefined ? 'Decided. Nobody can appeal now.' : `Decided, appeal until ${dueTime(last)}.`;
};

/** Says above the case that the reader came here after deciding another. */
export const AfterAnother = () => {
  const { queue = '/staff', decided } = (useLocation().state as CameFrom) ?? {};
  return decided ? (
    <Notice>
      {decided.transactionId} is dealt with, and this is the next case.{' '}
      <Link to={`/staff/cases/${decided._id}`} state={{ queue }}>
        Back to {decided.transactionId}
      </Link>{' '}
      <Link to={queue}>All cases</Link>
    </Notice>
  ) : null;
};

/** For the header: the person the case waits for, the deadline, and the colleagues at work. */
export const Waits = ({ file }: { file: CaseFile }) => {
  const now = useNow();
  const read = useReadCase();
  const me = useUser()._id;
  const { data } = useQuery(caseDeskQuery(file.transaction._id));
  const decided = decidedIn(file);
  const colleagues = file.cases.length > 0 && colleaguesIn(data?.assignee ?? null, read?.readers ?? [], me);
  return (
    <p className="case-waits">
      {waitingIn(file).map(({ words, until }) => (
        <span key={words + until}>
          {words} until <b className="strong nowrap">{dueTime(until)}</b>{' '}
          <span className={classes('nowrap', Date.parse(until) < now ? 'late' : 'muted')}>
            ({dueInShort(until, now)})
          </span>
          .{' '}
        </span>
      ))}
      {decided} {colleagues}
    </p>
  );
};
