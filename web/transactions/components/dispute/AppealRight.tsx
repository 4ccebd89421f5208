import type { TransactionDetail } from '#application/contract/transactions.ts';
import { appeal } from '#domain/notifications/moneyText.ts';
import { aboutOf } from '../../../ui/moneySentences.ts';

/** Who may appeal against the last decision, and until when. To staff it names both parties. */
export const AppealRight = ({ sale: transaction }: { sale: TransactionDetail }) => {
  const sentence = appeal({ ...aboutOf(transaction), reader: transaction.role });
  return sentence && <p>{sentence}</p>;
};
