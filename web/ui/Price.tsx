import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import { formatPrice } from './money.ts';

/** An amount in euros as the API sends it. */
export const Price = ({ euros, large }: { euros: number; large?: boolean }) => (
  <span className={classes('price', large && 'price-lg')}>{formatPrice(euros)}</span>
);

type Amounts = {
  itemPrice: number;
  platformFee: number;
  /** Null while it is not known yet: the row says so and no total is claimed beyond `total`. */
  shippingCost: number | null;
  total: number | null;
  shippingNote?: ReactNode;
  feeNote?: ReactNode;
  caption?: string;
  /** How the fee comes about: of a sale as it was promised. Given, because most who show a price need no other terms. */
  feeInWords: string;
};

const Row = ({ label, note, children }: { label: string; note?: ReactNode; children: ReactNode }) => (
  <tr>
    <th scope="row">
      {label}
      {note && <small>{note}</small>}
    </th>
    <td>{children}</td>
  </tr>
);

/** Always in this order and with these words: Item Price, Platform Fee (5% + €0.75), Shipping Cost, Total. */
export const PriceBreakdown = ({
  itemPrice,
  platformFee,
  shippingCost,
  total,
  shippingNote,
  feeNote,
  caption = 'Price breakdown',
  feeInWords,
}: Amounts) => (
  <table className="fees">
    <caption className="sr-only">{caption}</caption>
    <tbody>
      <Row label="Item Price">{formatPrice(itemPrice)}</Row>
      <Row label={`Platform Fee (${feeInWords})`} note={feeNote}>
        {formatPrice(platformFee)}
      </Row>
      <Row label="Shipping Cost" note={shippingNote}>
        {shippingCost === null ? <span className="muted">not set yet</span> : formatPrice(shippingCost)}
      </Row>
    </tbody>
    <tfoot>
      <Row label="Total">{total === null ? <span className="muted">not known yet</span> : formatPrice(total)}</Row>
    </tfoot>
  </table>
);
