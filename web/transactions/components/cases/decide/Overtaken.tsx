import type { CaseFile } from '#application/contract/cases.ts';
import { transactionTitle } from '#domain/notifications/transactionTitles.ts';
import { useUser } from '../../../../api/session.tsx';
import { Button } from '../../../../ui/Button.tsx';
import { CopyButton } from '../../../../ui/CopyButton.tsx';
import { dueTime } from '../../../../ui/dates.ts';
import { Notice } from '../../../../ui/States.tsx';
import { outcomeWords } from '../case/decisions.ts';

const DONE: Readonly<Record<string, string>> = {
  DisputeDecided: 'decided this',
  DecisionProposed: 'proposed a decision',
};

/** `warden decided this on 29 Nov 2026, 18:43 UTC: €75.00 to the buyer.` Otherwise the last thing that anybody did. */
const whatHappened = ({ statements, timeline }: CaseFile, me: string): string => {
  const last = timeline.findLast(({ actor }) => actor.role !== 'system');
  const outcome = statements.findLast(({ event }) => event in DONE);
  if (outcome && (!last || outcome.at >= last.timestamp)) {
    const who = outcome.author?._id === me ? 'You' : (outcome.author?.username ?? 'A colleague');
    return `${who} ${DONE[outcome.event]} on ${dueTime(outcome.at)}: ${outcomeWords(outcome)}.`;
  }
  const done = last
    ? `${transactionTitle(last.event)}, ${last.actor.username ?? 'staff'}, ${dueTime(last.timestamp)}. `
    : '';
  return `${done}There is nothing to decide here now.`;
};

/** Replaces the form once there is nothing to decide. The typed text stays to be copied. */
export const Overtaken = ({ file, text, onDismiss }: { file: CaseFile; text: string; onDismiss: () => void }) => {
  const me = useUser()._id;
  return (
    <div className="grid gap-3">
      <div role="status">
        <Notice>{whatHappened(file, me)}</Notice>
      </div>
      <p>Your rationale was not sent:</p>
      <blockquote>{text}</blockquote>
      <div className="row">
        <CopyButton text={text} of="your rationale" />
        <Button size="sm" onClick={onDismiss}>
          Dismiss
        </Button>
      </div>
    </div>
  );
};
