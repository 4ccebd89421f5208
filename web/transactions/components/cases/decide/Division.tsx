import type { Split } from '#domain/transactions/fees.ts';
import { formatCents } from '../../../../ui/money.ts';

const sellersWords = ({ toBuyer, toSeller }: Split): string => {
  if (toSeller === 0) return 'nothing is paid out';
  return toBuyer === 0 ? 'item price and shipping' : 'item price and shipping, less the refund';
};

/** How the held money is divided. */
export const Division = ({ parts }: { parts: Split }) => {
  const { toBuyer, toSeller, fee } = parts;
  return (
    <table className="fees division">
      <caption className="sr-only">Who gets what</caption>
      <tbody>
        <tr>
          <th scope="row">
            To the buyer<small>{toBuyer === 0 ? 'no refund' : 'refunded to the original payment method'}</small>
          </th>
          <td>{formatCents(toBuyer)}</td>
        </tr>
        <tr>
          <th scope="row">
            To the seller
            <small>{sellersWords(parts)}</small>
          </th>
          <td>{formatCents(toSeller)}</td>
        </tr>
        <tr>
          <th scope="row">
            Platform fee<small>{fee === 0 ? 'returned with a full refund' : 'kept'}</small>
          </th>
          <td>{formatCents(fee)}</td>
        </tr>
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Held now</th>
          <td>{formatCents(toBuyer + toSeller + fee)}</td>
        </tr>
      </tfoot>
    </table>
  );
};
