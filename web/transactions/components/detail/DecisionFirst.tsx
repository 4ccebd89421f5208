import type { TransactionDetail } from '#application/contract/transactions.ts';
import { ClaimActions } from '../claims/ClaimActions.tsx';
import type { Action } from '../claims/claimAction.ts';
import { DecisionPanel } from '../dispute/DecisionPanel.tsx';

/** A decision that somebody may appeal, with the button of a reader who may. */
export const DecisionFirst = ({
  sale: transaction,
  appeals,
}: {
  sale: TransactionDetail;
  appeals: readonly Action[];
}) =>
  transaction.decision && (
    <DecisionPanel sale={transaction} decision={transaction.decision}>
      <ClaimActions sale={transaction} actions={appeals} />
    </DecisionPanel>
  );
