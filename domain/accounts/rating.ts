import { type Result, record, reject } from '../shared/decider.ts';
import type { Status } from '../transactions/statuses.ts';
import type { AccountCommand, AccountRejection } from './commands.ts';
import type { AccountEvent } from './events.ts';
import type { Account } from './state.ts';

export const RATABLE: readonly Status[] = ['READY_FOR_PAYOUT', 'PAYOUT_INITIATED', 'COMPLETED'];

/** The buyer rates once per transaction, from READY_FOR_PAYOUT until 30 days after COMPLETED (design: rating). */
export const rateSeller = (
  { at, by, rating, sale: transaction }: Extract<AccountCommand, { type: 'RateSeller' }>,
  seller: Account,
): Result<AccountEvent[], AccountRejection> => {
  if (by.id !== transaction.buyerId) return reject({ code: 'notYourTransaction' });
  if (seller.ratedSales.includes(transaction.id)) return reject({ code: 'alreadyRated' });
  const late = transaction.rateUntil !== null && at > transaction.rateUntil;
  if (!RATABLE.includes(transaction.status) || late) return reject({ code: 'notRatable', status: transaction.status });
  return record({
    type: 'SellerRated',
    data: { at, transactionId: transaction.id, buyerId: transaction.buyerId, rating },
  });
};
