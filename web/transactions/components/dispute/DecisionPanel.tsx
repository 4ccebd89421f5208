import type { ReactNode } from 'react';
import type { TransactionDetail } from '#application/contract/transactions.ts';
import { itemAfterDecision, refundedBeforeSentence } from '#domain/notifications/decisionText.ts';
import { itemPlaceOf } from '#domain/transactions/itemPlace.ts';
import { centsOf } from '../../../ui/money.ts';
import { Panel } from '../../../ui/Panel.tsx';
import { decisionTitle } from '../../text/disputeText.ts';
import { inCents, sharesInWords } from '../../text/sharesText.ts';
import { AppealRight } from './AppealRight.tsx';

const itemPlaceIn = ({ paymentHistory, return: returned }: TransactionDetail) =>
  itemPlaceOf({
    shipped: paymentHistory.some(({ event }) => event === 'ShipmentConfirmed'),
    returned: returned?.state,
  });

type DecisionPanelProps = {
  sale: TransactionDetail;
  decision: NonNullable<TransactionDetail['decision']>;
  /** The reader's button to appeal. */
  children?: ReactNode;
};

/** The division, who keeps the item, who may appeal until when, and the rationale that both parties can read. */
export const DecisionPanel = ({ sale: transaction, decision, children }: DecisionPanelProps) => (
  <Panel title="Decision" className="case-words">
    <p>
      <b className="strong">{decisionTitle(decision)}:</b> {sharesInWords(inCents(decision), transaction.role)}.
    </p>
    {decision.refundedBefore !== undefined && (
      <p>{refundedBeforeSentence(centsOf(decision.refundedBefore), centsOf(decision.toBuyer), transaction.role)}</p>
    )}
    <p>{itemAfterDecision(itemPlaceIn(transaction), transaction.role)}</p>
    {decision.rationale && (
      <figure className="statement">
        <figcaption>
          <b>Reasons</b>
        </figcaption>
        <blockquote>{decision.rationale}</blockquote>
      </figure>
    )}
    <AppealRight sale={transaction} />
    {children}
  </Panel>
);
