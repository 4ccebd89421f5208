import type { Heard, TransactionDetail } from '#application/contract/transactions.ts';
import { dueTime } from '../../ui/dates.ts';
import { Panel } from '../../ui/Panel.tsx';
import { Statement } from '../detail/Statement.tsx';
import { inCents, sharesInWords } from '../shares.ts';

const WHAT: Record<Heard['kind'], string> = {
  claim: 'made a late claim',
  statement: 'added',
  question: 'ask',
  draft: 'mean to decide',
  appeal: 'appealed the decision',
};

const UNTIL = { question: 'Please answer by', draft: 'Both sides can say something about it until' } as const;

/** What was said beside the claim and the answer; both sides read all of it. */
export const HeardPanel = ({ sale }: { sale: TransactionDetail }) => {
  const name = (part: 'buyer' | 'seller') => (sale.role === part ? 'You' : sale[part].username);
  return (
    <Panel title="Statements" className="case-words">
      {sale.heard.map(({ kind, by, at, said, party, until, division }) => (
        <div key={`${kind} ${at}`}>
          <Statement
            who={by === 'staff' ? 'Our staff' : name(by)}
            what={
              kind === 'question' && party ? `ask ${party === sale.role ? 'you' : sale[party].username}` : WHAT[kind]
            }
            said={said}
          />
          {division && <p className="statement-note">{sharesInWords(inCents(division), sale.role)}.</p>}
          {until && (kind === 'question' || kind === 'draft') && (
            <p className="statement-note small muted">
              {UNTIL[kind]} <time dateTime={until}>{dueTime(until)}</time>
            </p>
          )}
        </div>
      ))}
    </Panel>
  );
};
