import type { CaseConsequences } from '#application/contract/cases.ts';
import { formatRound } from '#domain/shared/euros.ts';
import { displayedTerms, type Promised } from '#domain/transactions/terms/termsFor.ts';
import { termsOf } from '#domain/transactions/terms/termsText.ts';
import { dueTime } from '../../../../ui/dates.ts';
import { formatCents } from '../../../../ui/money.ts';

type Party = 'buyer' | 'seller';
type Sums = { toBuyer: number; toSeller: number };

/** A confirmation can come later than the preview assumes. */
export const isConfirmedLater = ({ steps }: Pick<CaseConsequences, 'steps'>): boolean =>
  steps.some(({ confirms }) => confirms !== null);
const IF_SOON = 'if it is confirmed as soon as possible';

const refundWords = (found: CaseConsequences, toBuyer: number): string => {
  const { begun, appeals } = found;
  const sum = formatCents(toBuyer);
  const isConfirmed = isConfirmedLater(found);
  const waits = begun.find(({ kind }) => kind === 'decidedRefund');
  if (!waits) return `${sum} is refunded to the buyer ${isConfirmed ? 'as soon as it is confirmed' : 'at once'}.`;
  const who = (['buyer', 'seller'] as const).filter((party) => appeals[party].until !== null);
  const unless = who.length === 0 ? '' : `, unless the ${who.join(' or the ')} appeals before`;
  return `${sum} is refunded to the buyer after ${dueTime(waits.dueAt)}${isConfirmed ? ' at the earliest' : ''}${unless}.`;
};

const payoutWords = (found: CaseConsequences, { toBuyer, toSeller }: Sums): string => {
  const { payoutAt, appeals } = found;
  const sum = formatCents(toSeller);
  const unless = appeals.buyer.until === null ? '' : ', unless the buyer appeals before';
  if (payoutAt)
    return `${sum} is paid out to the seller on ${dueTime(payoutAt)}${isConfirmedLater(found) ? ' at the earliest' : ''}${unless}.`;
  if (toBuyer > 0) return `${sum} is paid out to the seller after the refund${unless}.`;
  return `${sum} is paid out to the seller once they can be paid${unless}.`;
};

/** When each part of the money moves. Sums in cents. */
export const moneyFollows = (found: CaseConsequences, sums: Sums): string =>
  [
    ...(sums.toBuyer > 0 ? [refundWords(found, sums.toBuyer)] : []),
    ...(sums.toSeller > 0 ? [payoutWords(found, sums)] : []),
  ].join(' ');

/** A proposal has no last day yet, so the words say what the term is counted from. */
const rightWords = (until: string, afterRefund: boolean, found: CaseConsequences, transaction: Promised): string => {
  const on = dueTime(until);
  if (!isConfirmedLater(found))
    return afterRefund
      ? `once the refund has arrived, until ${on}, and before the payout begins`
      : `until ${on} at the latest`;
  const term = `${termsOf(transaction).appeal} from the confirmation`;
  if (afterRefund)
    return `once the refund has arrived, for ${term} (until ${on} ${IF_SOON}), and before the payout begins`;
  return until === found.payoutAt
    ? `for ${term}, and before the payout begins (${on} ${IF_SOON})`
    : `for ${term} (until ${on} ${IF_SOON})`;
};

/** Until when a party can appeal against the decision, or why it cannot. */
export const appealWords = (party: Party, found: CaseConsequences, transaction: Promised): string => {
  const { until, afterRefund, why } = found.appeals[party];
  const who = `The ${party}`;
  if (until !== null) return `${who} can appeal ${rightWords(until, afterRefund, found, transaction)}.`;
  const { refundWaitsAbove } = displayedTerms(transaction);
  switch (why) {
    case 'notLost':
      return `${who} cannot appeal, because the decision gives them all that they asked for.`;
    case 'appealed':
      return `${who} cannot appeal, because they have appealed once.`;
    case 'refundLeaves':
      return refundWaitsAbove === undefined
        ? `${who} cannot appeal, because the refund is sent at once.`
        : `${who} cannot appeal: a refund of ${formatRound(refundWaitsAbove)} or less, or for an item that was not shipped, is sent at once.`;
    default:
      return `${who} cannot appeal.`;
  }
};
