import type { CaseFile } from '#application/contract/cases.ts';
import { appellantsIn, staffDeadlineWords } from '#domain/notifications/deadlines.ts';
import { classes } from '../../../../ui/classes.ts';
import { dueTime, shortDay } from '../../../../ui/dates.ts';
import { Panel } from '../../../../ui/Panel.tsx';
import { dueInShort } from '../../../../ui/timeLeft.ts';
import { useNow } from '../../../../ui/useNow.ts';
import { afterDeciding } from '../decide/afterDeciding.ts';
import { isClockStopped } from './decisions.ts';

type Sale = CaseFile['transaction'];

/** Our own deadline is only a reminder. */
const wordsOf = ({ kind, dueAt }: Sale['deadlines'][number], { decision }: Sale) =>
  kind === 'disputeReview'
    ? { title: `We are reminded if it is not decided by ${shortDay(dueAt)}`, detail: '' }
    : staffDeadlineWords(kind, undefined, appellantsIn(decision?.appeals));

/** The last day for evidence of each open chargeback, until it has passed. */
const dueAtBank = ({ chargebacks }: CaseFile, now: number) =>
  chargebacks.flatMap(({ chargebackId, stands, respondBy, pack }) => {
    if (stands !== 'open' || respondBy === null || Date.parse(respondBy) <= now) return [];
    const hasSome = pack !== null && pack.state !== 'refused';
    return [
      {
        kind: `chargeback ${chargebackId}`,
        dueAt: respondBy,
        title: 'Bank’s due date for evidence',
        detail: hasSome ? 'It has ours, and then decides' : 'Without evidence it usually decides for the buyer',
      },
    ];
  });

const holdWords = (file: CaseFile): string => {
  const runs = file.transaction.deadlines.some(({ kind }) => kind === 'escrowEnd');
  const clock = runs ? 'The clock stops' : isClockStopped(file) ? 'The clock stays stopped' : undefined;
  return clock
    ? `${clock}, and nothing is paid out until the hold is lifted.`
    : 'Nothing is paid out until the hold is lifted.';
};

/** Automatic steps with their dates, nearest first, and what the open cases wait for. */
export const NextSteps = ({ file }: { file: CaseFile }) => {
  const { transaction, cases, chargebacks, refusedPayout } = file;
  const now = useNow();
  const answers = (['buyer', 'seller'] as const).flatMap((party) => {
    const dueAt = transaction.questions[party];
    return dueAt && Date.parse(dueAt) > now
      ? [
          {
            kind: party,
            dueAt,
            title: `The ${party} must answer by ${shortDay(dueAt)}`,
            detail: 'After that you can decide without an answer',
          },
        ]
      : [];
  });
  const armed = transaction.deadlines.map((one) => ({ ...one, ...wordsOf(one, transaction) }));
  const deadlines = [...answers, ...dueAtBank(file, now), ...armed].sort(
    (one, other) => Date.parse(one.dueAt) - Date.parse(other.dueAt),
  );
  return (
    <Panel title="What happens next" className="next-steps">
      {cases.map(({ kind, about, dueAt, next, overdue }) => (
        <p key={`${kind} ${about}`} className="next-case">
          {about}{' '}
          <b className={classes('nowrap', overdue ? 'late' : 'strong')}>{dueInShort(next?.until ?? dueAt, now)}</b>
        </p>
      ))}
      {refusedPayout && (
        <p className="muted">
          The bank’s reason: <span className="mono">{refusedPayout.reason}</span>. The seller was asked on{' '}
          <time dateTime={refusedPayout.askedAt}>{dueTime(refusedPayout.askedAt)}</time>.
        </p>
      )}
      <dl className="outcomes">
        {transaction.allowed.includes('DecideDispute') && (
          <div>
            <dt>You decide</dt>
            <dd>{afterDeciding(file)}</dd>
          </div>
        )}
        {transaction.allowed.includes('PlaceStaffHold') && (
          <div>
            <dt>You place a hold</dt>
            <dd>{holdWords(file)}</dd>
          </div>
        )}
        <div>
          <dt>If nothing happens</dt>
          <dd>
            {chargebacks.some(({ stands }) => stands === 'open') &&
              'The bank decides about its chargeback, and may take the money back. '}
            {deadlines.length === 0
              ? 'Nothing happens automatically: no deadline is active.'
              : deadlines.length === 1
                ? 'This follows:'
                : 'These follow, in this order:'}
          </dd>
        </div>
      </dl>
      {deadlines.length > 0 && (
        <ol className="armed">
          {deadlines.map(({ kind, dueAt, title, detail }) => (
            <li key={kind}>
              <b className="strong">{title}.</b> {detail && <span className="muted">{detail}.</span>}
              <br />
              <time dateTime={dueAt}>{dueTime(dueAt)}</time> · {dueInShort(dueAt, now)}
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
};
