import type { TransactionDetail } from '#application/contract/transactions.ts';
import { toEuros } from '#domain/shared/euros.ts';
import { termsOf } from '#domain/transactions/terms/termsText.ts';
import { countryInSentence } from '../../ui/countries.ts';
import { formatUnits } from '../../ui/currencies.ts';
import { formatCents } from '../../ui/money.ts';
import { Panel } from '../../ui/Panel.tsx';
import { PriceBreakdown } from '../../ui/PriceBreakdown.tsx';
import { moneyOf } from '../saleMoney.ts';
import { whom } from '../whom.ts';

export const PriceDetails = ({ sale }: { sale: TransactionDetail }) => {
  const { item, fee, shipping, total, toSeller } = moneyOf(sale);
  return (
    <Panel title="Price Details">
      <PriceBreakdown
        itemPrice={toEuros(item)}
        platformFee={toEuros(fee)}
        shippingCost={shipping === null ? null : toEuros(shipping)}
        total={shipping === null ? null : toEuros(total)}
        ended={sale.status === 'CANCELLED'}
        feeInWords={termsOf(sale).fee}
        feeNote="Pays for escrow and dispute handling"
        shippingNote={sale.shippingAddress ? `To ${countryInSentence(sale.shippingAddress.country)}` : undefined}
      />
      {sale.role === 'seller' && sale.status !== 'CANCELLED' && shipping !== null && toSeller > 0 && (
        <p className="hint mt-3">
          You receive {formatCents(toSeller)}
          {sale.decision
            ? ', as the dispute was settled.'
            : `: ${toSeller < item + shipping ? 'what is left of ' : ''}item price and shipping cost.`}
        </p>
      )}
      {sale.sums.taken !== undefined && (
        <p className="hint mt-3">
          {formatUnits(sale.sums.taken, sale.sums.currency)} went back to {whom('buyer', sale.role)} through{' '}
          {sale.role === 'buyer' ? 'your' : 'their'} bank.
        </p>
      )}
      {sale.refund && !sale.owed && (
        <p className="hint mt-3">
          {formatUnits(sale.refund.amount, sale.sums.currency)} {sale.refund.state === 'done' ? 'went' : 'goes'} back to{' '}
          {whom('buyer', sale.role)}.
        </p>
      )}
      {sale.owed && <p className="hint mt-3">{sale.owed}</p>}
    </Panel>
  );
};
