import type { Transaction } from '#application/contract/transactions.ts';
import { toEuros } from '#domain/shared/money.ts';
import { countryInSentence } from '../../ui/countries.ts';
import { formatCents } from '../../ui/money.ts';
import { Panel } from '../../ui/Panel.tsx';
import { PriceBreakdown } from '../../ui/Price.tsx';
import { moneyOf } from '../saleMoney.ts';

export const PriceDetails = ({ sale }: { sale: Transaction }) => {
  const { item, fee, shipping, total, toSeller } = moneyOf(sale);
  return (
    <Panel title="Price Details">
      <PriceBreakdown
        itemPrice={toEuros(item)}
        platformFee={toEuros(fee)}
        shippingCost={shipping === null ? null : toEuros(shipping)}
        total={shipping === null ? null : toEuros(total)}
        feeNote="Pays for escrow and dispute handling"
        shippingNote={sale.shippingAddress ? `To ${countryInSentence(sale.shippingAddress.country)}` : undefined}
      />
      {sale.role === 'seller' && shipping !== null && (
        <p className="hint mt-3">You receive {formatCents(toSeller)}: item price and shipping cost.</p>
      )}
    </Panel>
  );
};
