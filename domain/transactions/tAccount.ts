import type { Cents } from '../shared/money.ts';
import type { Posting } from './ledger.ts';
import { currencyOfAccount } from './ledgerAccounts.ts';

/** A posting with the event that made it. `kept`: the part of a `fee_income` posting that belongs to the seller. */
export type BookedPosting = Posting & { eventId: string; type: string; kept: Cents };

/**
 * All money of a transaction in one currency, in its smallest unit: `captured + covered = refunded + chargedBack + paidOut + fees + held`.
 * `covered`: what the marketplace has paid itself. `difference`: left side minus right side; 0 unless an entry is missing or wrong.
 */
export type TAccount = {
  currency: string;
  captured: Cents;
  covered: Cents;
  refunded: Cents;
  chargedBack: Cents;
  paidOut: Cents;
  fees: Cents;
  held: Cents;
  difference: Cents;
};

const CAPTURES = ['PaymentCaptured', 'PaymentMismatched', 'LatePaymentReceived', 'DuplicatePaymentReceived'];
/** A difference that we book is a part of the payment that we cover, so it changes nothing for the parties. */
const isCapture = (type: string): boolean => CAPTURES.includes(type) || type === 'DifferenceBooked';
const isChargeback = (type: string): boolean => type.includes('Chargeback');
const kindOf = (account: string): string => account.split(/[.:]/)[0]!;

const empty = (currency: string): TAccount => ({
  currency,
  captured: 0,
  covered: 0,
  refunded: 0,
  chargedBack: 0,
  paidOut: 0,
  fees: 0,
  held: 0,
  difference: 0,
});

const differenceOf = ({ captured, covered, refunded, chargedBack, paidOut, fees, held }: TAccount): Cents =>
  captured + covered - refunded - chargedBack - paidOut - fees - held;

const add = (total: TAccount, { account, amount, type, kept }: BookedPosting, isRefund: boolean): void => {
  switch (kindOf(account)) {
    case 'psp_clearing':
      if (isCapture(type)) total.captured -= amount;
      else if (isChargeback(type)) total.chargedBack += amount;
      else total.refunded += amount;
      break;
    case 'platform_loss':
      total.covered -= amount;
      break;
    case 'seller_paid':
      total.paidOut += amount;
      break;
    case 'own_bank':
      if (isRefund) total.refunded += amount;
      else total.paidOut += amount;
      break;
    case 'fee_income':
      total.fees += amount - kept;
      total.held += kept;
      break;
    default:
      total.held += amount;
  }
};

/** Sums up the postings of one sale, by currency. Empty while no money has moved. */
export const tAccountsOf = (postings: readonly BookedPosting[]): TAccount[] => {
  // A transfer from our own bank repays a refund where its event also corrects the provider's account.
  const refunding = new Set(
    postings.filter(({ account }) => kindOf(account) === 'psp_clearing').map(({ eventId }) => eventId),
  );
  const totals = new Map<string, TAccount>();
  for (const posting of postings) {
    const currency = currencyOfAccount(posting.account);
    const total = totals.get(currency) ?? empty(currency);
    add(total, posting, refunding.has(posting.eventId));
    totals.set(currency, total);
  }
  return [...totals.values()].map((total) => ({ ...total, difference: differenceOf(total) }));
};
