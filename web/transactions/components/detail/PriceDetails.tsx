import type { TransactionDetail } from '#application/contract/transactions.ts';
import { whom } from '#domain/notifications/decisionText.ts';
import { toEuros } from '#domain/shared/euros.ts';
import { termsOf } from '#domain/transactions/terms/termsText.ts';
import { countryInSentence } from '../../../ui/countries.ts';
import { formatUnits } from '../../../ui/currencies.ts';
import { formatCents } from '../../../ui/money.ts';
import { Panel } from '../../../ui/Panel.tsx';
import { PriceBreakdown } from '../../../ui/PriceBreakdown.tsx';
import { moneyOf } from '../../transactionMoney.ts';

export const PriceDetails = ({ sale: transaction }: { sale: TransactionDetail }) => {
  const { item, fee, shipping, total, toSeller } = moneyOf(transaction);
  return (
    <Panel title="Price Details">
      <PriceBreakdown
        itemPrice={toEuros(item)}
        platformFee={toEuros(fee)}
        shippingCost={shipping === null ? null : toEuros(shipping)}
        total={shipping === null ? null : toEuros(total)}
        ended={transaction.status === 'CANCELLED'}
        feeInWords={termsOf(transaction).fee}
        feeNote="Pays for escrow and dispute handling"
        shippingNote={
          transaction.shippingAddress ? `To ${countryInSentence(transaction.shippingAddress.country)}` : undefined
        }
      />
      {transaction.role === 'seller' && transaction.status !== 'CANCELLED' && shipping !== null && toSeller > 0 && (
        <p className="hint mt-3">
          You receive {formatCents(toSeller)}
          {transaction.decision
            ? ', as settled in the dispute.'
            : `: ${toSeller < item + shipping ? 'what is left of ' : ''}item price and shipping cost.`}
        </p>
      )}
      {transaction.sums.taken !== undefined && (
        <p className="hint mt-3">
          {formatUnits(transaction.sums.taken, transaction.sums.currency)} went back to{' '}
          {whom('buyer', transaction.role)} through {transaction.role === 'buyer' ? 'your' : 'their'} bank.
        </p>
      )}
      {transaction.refund && !transaction.owed && (
        <p className="hint mt-3">
          {formatUnits(transaction.refund.amount, transaction.sums.currency)}{' '}
          {transaction.refund.state === 'done' ? 'went' : 'goes'} back to {whom('buyer', transaction.role)}.
          {transaction.refund.before !== undefined &&
            ` ${formatUnits(transaction.refund.before, transaction.sums.currency)} had gone back before.`}
        </p>
      )}
      {transaction.owed && <p className="hint mt-3">{transaction.owed}</p>}
    </Panel>
  );
};
