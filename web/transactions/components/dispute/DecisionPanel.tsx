import type { TransactionDetail } from '#application/contract/transactions.ts';
import { Panel } from '../../../ui/Panel.tsx';
import { decisionTitle } from '../../text/disputeText.ts';
import { inCents, sharesInWords } from '../../text/sharesText.ts';

type DecisionPanelProps = { sale: TransactionDetail; decision: NonNullable<TransactionDetail['decision']> };

/** The division and the rationale that both parties can read. */
export const DecisionPanel = ({ sale: transaction, decision }: DecisionPanelProps) => (
  <Panel title="Decision" className="case-words">
    <p>
      <b className="strong">{decisionTitle(decision)}:</b> {sharesInWords(inCents(decision), transaction.role)}.
    </p>
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
