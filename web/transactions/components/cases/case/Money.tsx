import type { CaseFile } from '#application/contract/cases.ts';
import { termsOf } from '#domain/transactions/terms/termsText.ts';
import { classes } from '../../../../ui/classes.ts';
import { formatUnits } from '../../../../ui/currencies.ts';
import { shortDate } from '../../../../ui/dates.ts';
import { Facts } from '../../../../ui/Facts.tsx';
import { balancesOf, LedgerTable } from '../../../../ui/LedgerTable.tsx';
import { Panel } from '../../../../ui/Panel.tsx';
import { PriceBreakdown } from '../../../../ui/PriceBreakdown.tsx';

export const Money = ({ file: { transaction, sums } }: { file: CaseFile }) => (
  <Panel title="Money">
    <PriceBreakdown
      feeInWords={termsOf(transaction).fee}
      itemPrice={transaction.amount}
      platformFee={transaction.platformFee}
      shippingCost={transaction.shippingCost}
      total={transaction.shippingCost === null ? null : transaction.totalAmount}
      ended={transaction.status === 'CANCELLED'}
    />
    <Facts
      className="facts sums num"
      facts={[
        { label: 'Captured', value: formatUnits(sums.captured, sums.currency) },
        sums.refunded > 0 && { label: 'Refunded', value: formatUnits(sums.refunded, sums.currency) },
        sums.chargedBack > 0 && { label: 'Charged back', value: formatUnits(sums.chargedBack, sums.currency) },
        sums.paidOut > 0 && { label: 'Paid out', value: formatUnits(sums.paidOut, sums.currency) },
        !!transaction.owed && { label: 'Also owed', value: transaction.owed },
        { label: 'Held now', value: <b className="strong">{formatUnits(sums.held, sums.currency)}</b> },
      ]}
    />
  </Panel>
);

/** The last nightly check of the read models behind this screen. */
const Proven = ({ night, upTo, holds }: NonNullable<CaseFile['proven']>) => (
  <p className={classes('mt-3', holds ? 'muted' : 'late')}>
    {holds
      ? `Checked in the night of ${shortDate(night)}: this screen agreed with the events${upTo === null ? '' : `, up to position ${upTo}`}.`
      : `The check in the night of ${shortDate(night)} found read models that disagree with the events: compare with the history.`}
  </p>
);

/** The ledger behind these sums. */
export const TransactionLedger = ({ file: { transaction, ledger, proven } }: { file: CaseFile }) => (
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
    {proven && <Proven {...proven} />}
  </Panel>
);
