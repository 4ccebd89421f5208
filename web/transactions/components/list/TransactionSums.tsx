import type { TransactionView } from '#application/contract/transactions.ts';
import type { Cents } from '#domain/shared/money.ts';
import { formatCents } from '../../../ui/money.ts';
import { moneyOf } from '../../transactionMoney.ts';

const Line = ({ label, amount }: { label: string; amount: Cents }) => (
  <tr>
    <th scope="row">{label}</th>
    <td>{formatCents(amount)}</td>
  </tr>
);

/** The sums of a card. The fee is called escrow fee, and zero shipping is hidden (document 2, section 2). */
export const TransactionSums = ({ sale: transaction }: { sale: TransactionView }) => {
  const { item, fee, shipping, total } = moneyOf(transaction);
  return (
    <table className="fees">
      <caption className="sr-only">Price breakdown of {transaction.listing.title}</caption>
      <tbody>
        <Line label="Item Price" amount={item} />
        <Line label="Escrow fee" amount={fee} />
        {shipping !== null && shipping > 0 && <Line label="Shipping Cost" amount={shipping} />}
      </tbody>
      <tfoot>
        <Line label={shipping === null ? 'Total before shipping' : 'Total'} amount={total} />
      </tfoot>
    </table>
  );
};
