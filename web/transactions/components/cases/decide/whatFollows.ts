import type { CaseConsequences } from '#application/contract/cases.ts';
import { formatRound } from '#domain/shared/euros.ts';
import { displayedTerms, type Promised } from '#domain/transactions/terms/termsFor.ts';
import { dueTime } from '../../../../ui/dates.ts';
import { formatCents } from '../../../../ui/money.ts';

type Party = 'buyer' | 'seller';
type Sums = { toBuyer: number; toSeller: number };

const refundWords = ({ begun, appeals, steps }: CaseConsequences, toBuyer: number): string => {
  const sum = formatCents(toBuyer);
  const isConfirmed = steps.some(({ confirms }) => confirms !== null);
  const waits = begun.find(({ kind }) => kind === 'decidedRefund');
  if (!waits) return `${sum} is refunded to the buyer ${isConfirmed ? 'as soon as it is confirmed' : 'at once'}.`;
  const who = (['buyer', 'seller'] as const).filter((party) => appeals[party].until !== null);
  const unless = who.length === 0 ? '' : `, unless the ${who.join(' or the ')} appeals before`;
  return `${sum} is refunded to the buyer after ${dueTime(waits.dueAt)}${isConfirmed ? ' at the earliest' : ''}${unless}.`;
};

const payoutWords = ({ payoutAt, appeals }: CaseConsequences, { toBuyer, toSeller }: Sums): string => {
  const sum = formatCents(toSeller);
  const unless = appeals.buyer.until === null ? '' : ', unless the buyer appeals before';
  if (payoutAt) return `${sum} is paid out to the seller on ${dueTime(payoutAt)}${unless}.`;
  if (toBuyer > 0) return `${sum} is paid out to the seller after the refund${unless}.`;
  return `${sum} is paid out to the seller once they can be paid${unless}.`;
};

/** When each part of the money moves. Sums in cents. */
export const moneyFollows = (found: CaseConsequences, sums: Sums): string =>
  [
    ...(sums.toBuyer > 0 ? [refundWords(found, sums.toBuyer)] : []),
    ...(sums.toSeller > 0 ? [payoutWords(found, sums)] : []),
  ].join(' ');

/** Until when a party can appeal against the decision, or why it cannot. */
export const appealWords = (party: Party, { appeals }: CaseConsequences, transaction: Promised): string => {
  const { until, afterRefund, why } = appeals[party];
  const who = `The ${party}`;
  if (until !== null)
    return `${who} can appeal ${afterRefund ? 'once the refund has arrived, ' : ''}until ${dueTime(until)} at the latest.`;
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
