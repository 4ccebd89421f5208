import type { Heard, TransactionDetail } from '#application/contract/transactions.ts';
import { dueTime } from '../../../ui/dates.ts';
import { Panel } from '../../../ui/Panel.tsx';
import { useNow } from '../../../ui/useNow.ts';
import { speakerIn } from '../../text/partyText.ts';
import { inCents, sharesInWords } from '../../text/sharesText.ts';
import { endOfDraft } from '../../text/timelineText.ts';
import { Statement } from '../detail/Statement.tsx';

const WHAT: Record<Heard['kind'], string> = {
  claim: 'made a late claim',
  statement: 'added',
  question: 'ask',
  draft: 'plan to decide',
  appeal: 'appealed the decision',
};

/** Label of the deadline, undefined if it no longer applies. */
const untilWords = ({ kind, until, party }: Heard, { questions, draft }: TransactionDetail, now: number) => {
  if (!until) return undefined;
  const past = Date.parse(until) <= now;
  if (kind === 'question') {
    // answered, or decided meanwhile
    if (!party || questions[party] !== until) return undefined;
    return past ? 'To be answered by' : 'Please answer by';
  }
  if (past) return 'Both sides could comment until';
  return draft?.until === until ? 'Both sides can comment until' : undefined;
};

/** Statements after the claim and the answer; both parties see all of them. */
export const HeardPanel = ({ sale: transaction }: { sale: TransactionDetail }) => {
  const name = speakerIn(transaction);
  const now = useNow();
  return (
    <Panel title="Statements" className="case-words">
      {transaction.heard.map((heard) => {
        const { kind, by, at, said, party, until, division } = heard;
        const end = endOfDraft(heard);
        const words = end ? undefined : untilWords(heard, transaction, now);
        const isVoid = end !== undefined && heard.ended?.how !== 'confirmed';
        return (
          <div key={`${kind} ${at}`}>
            <Statement
              who={by === 'staff' ? 'Our staff' : name(by)}
              what={
                kind === 'question' && party
                  ? `ask ${party === transaction.role ? 'you' : transaction[party].username}`
                  : end
                    ? 'planned to decide'
                    : WHAT[kind]
              }
              isVoid={isVoid}
              said={said}
            />
            {division && (
              <p className="statement-note">
                {isVoid ? (
                  <s>{sharesInWords(inCents(division), transaction.role)}.</s>
                ) : (
                  <>{sharesInWords(inCents(division), transaction.role)}.</>
                )}
              </p>
            )}
            {end && (
              <p className="statement-note">
                <b className="strong">{end}</b>
              </p>
            )}
            {until && words && (
              <p className="statement-note small muted">
                {words} <time dateTime={until}>{dueTime(until)}</time>
              </p>
            )}
          </div>
        );
      })}
    </Panel>
  );
};
