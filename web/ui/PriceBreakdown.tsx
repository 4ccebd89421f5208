import type { ReactNode } from 'react';
import { formatPrice } from './money.ts';

type Amounts = {
  itemPrice: number;
  platformFee: number;
  /** Null until known: the row says so, and the total excludes it. */
  shippingCost: number | null;
  total: number | null;
  /** Unknown values will stay unknown. */
  ended?: boolean;
  shippingNote?: ReactNode;
  feeNote?: ReactNode;
  caption?: string;
  /** The fee rule promised to the sale. A prop, since most callers use the current terms. */
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

const Missing = ({ children }: { children: ReactNode }) => <span className="muted">{children}</span>;

/** Always in this order: Item Price, Platform Fee (5% + €0.75), Shipping Cost, Total. */
export const PriceBreakdown = ({
  itemPrice,
  platformFee,
  shippingCost,
  total,
  ended = false,
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
        {shippingCost === null ? <Missing>{ended ? 'never set' : 'not set yet'}</Missing> : formatPrice(shippingCost)}
      </Row>
    </tbody>
    <tfoot>
      <Row label="Total">
        {total === null ? <Missing>{ended ? 'never known' : 'not known yet'}</Missing> : formatPrice(total)}
      </Row>
    </tfoot>
  </table>
);
