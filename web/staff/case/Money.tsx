import type { CaseFile } from '#application/contract/staff.ts';
import { termsOf } from '#domain/transactions/termWords.ts';
import { Facts } from '../../ui/Facts.tsx';
import { balancesOf, LedgerTable } from '../../ui/LedgerTable.tsx';
import { formatPrice } from '../../ui/money.ts';
import { Panel } from '../../ui/Panel.tsx';
import { PriceBreakdown } from '../../ui/Price.tsx';

/** What the sale cost, and where its money is now. */
export const Money = ({ file: { transaction, sums } }: { file: CaseFile }) => (
  <Panel title="Money">
    <PriceBreakdown
      feeInWords={termsOf(transaction).fee}
      itemPrice={transaction.amount}
      platformFee={transaction.platformFee}
      shippingCost={transaction.shippingCost}
      total={transaction.shippingCost === null ? null : transaction.totalAmount}
    />
    <Facts
      className="facts sums num"
      facts={[
        { label: 'Captured', value: formatPrice(sums.captured) },
        sums.refunded > 0 && { label: 'Refunded', value: formatPrice(sums.refunded) },
        sums.chargedBack > 0 && { label: 'Charged back', value: formatPrice(sums.chargedBack) },
        sums.paidOut > 0 && { label: 'Paid out', value: formatPrice(sums.paidOut) },
        { label: 'Held now', value: <b className="strong">{formatPrice(sums.held)}</b> },
      ]}
    />
  </Panel>
);

/** The books that say so. */
export const SaleLedger = ({ file: { transaction, ledger } }: { file: CaseFile }) => (
  <Panel title="Ledger of the sale">
    {ledger.length === 0 ? (
      <p className="muted">No money has moved yet.</p>
    ) : (
      <LedgerTable
        caption="Balances of the sale by account"
        balances={balancesOf(ledger)}
        names={{ [transaction._id]: transaction.transactionId }}
      />
    )}
  </Panel>
);
