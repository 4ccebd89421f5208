import type { TransactionDetail } from '#application/contract/transactions.ts';
import { Panel } from '../../../ui/Panel.tsx';
import { decisionTitle } from '../../text/disputeText.ts';
import { inCents, sharesInWords } from '../../text/sharesText.ts';
import { AppealRight } from './AppealRight.tsx';

type DecisionPanelProps = { sale: TransactionDetail; decision: NonNullable<TransactionDetail['decision']> };

/** The division, who may appeal until when, and the rationale that both parties can read. */
export const DecisionPanel = ({ sale: transaction, decision }: DecisionPanelProps) => (
  <Panel title="Decision" className="case-words">
    <p>
      <b className="strong">{decisionTitle(decision)}:</b> {sharesInWords(inCents(decision), transaction.role)}.
    </p>
    <AppealRight sale={transaction} />
    {decision.rationale && (
      <figure className="statement">
        <figcaption>
          <b>Reasons</b>
        </figcaption>
        <blockquote>{decision.rationale}</blockquote>
      </figure>
    )}
  </Panel>
);
