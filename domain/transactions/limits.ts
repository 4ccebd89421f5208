import { addBusinessDays, businessHour, isBusinessDay } from '../shared/businessDays.ts';
import type { Instant } from '../shared/instants.ts';
import type { Cents } from '../shared/money.ts';
import type { BusinessDays, PayoutRun, Terms } from './terms/terms.ts';
import { TERMS_VERSIONS } from './terms/versions.ts';

/** Item prices in cents, €0.01 to €40,000. They limit listings, so they are not terms of a transaction. */
export const LEAST_PRICE: Cents = 1;
export const MOST_PRICE: Cents = 4_000_000;

/** The terms of a purchase that begins now. */
export const CURRENT_TERMS: Terms = TERMS_VERSIONS.at(-1) ?? TERMS_VERSIONS[0];

/** Anything that names its version of the terms. */
export type Promised = { policyVersion: string };

const knownTerms = ({ policyVersion }: Promised): Terms | undefined =>
  TERMS_VERSIONS.find(({ version }) => version === policyVersion);

/** The transaction comes from a newer release whose terms this one does not know. */
export class UnknownTerms extends Error {
  override name = 'UnknownTerms';
}

/** The terms that a transaction began under. @throws UnknownTerms */
export const termsFor = (transaction: Promised): Terms => {
  const policy = knownTerms(transaction);
  if (!policy) throw new UnknownTerms(`No policy has the version "${transaction.policyVersion}"`);
  return policy;
};

/** For texts: a page older than the transaction shows its own terms until it reloads. */
export const displayedTerms = (transaction: Promised): Terms => knownTerms(transaction) ?? CURRENT_TERMS;

export const endOfTerm = (at: Instant, { businessDays }: BusinessDays): Instant => addBusinessDays(at, businessDays);

/** The payout run after an approval, or the first one after the bank account's waiting time. */
export const payoutRunAfterApproval = (at: Instant, heldUntil: Instant | null, payoutRun: PayoutRun): Instant =>
  Math.max(
    businessHour(at, payoutRun.run, payoutRun.hour),
    heldUntil === null ? 0 : nextPayoutRun(heldUntil, payoutRun),
  );

/** The first run at or after an instant. */
export const nextPayoutRun = (at: Instant, { hour }: PayoutRun): Instant => {
  const today = businessHour(at, 0, hour);
  return isBusinessDay(at) && at <= today ? today : businessHour(at, 1, hour);
};

/** When a due payout can leave: on a business day after the bank account's waiting time. */
export const payoutCanLeave = (dueAt: Instant, heldUntil: Instant | null, payoutRun: PayoutRun): Instant => {
  const open = isBusinessDay(dueAt) ? dueAt : nextPayoutRun(dueAt, payoutRun);
  return heldUntil !== null && heldUntil > open ? nextPayoutRun(heldUntil, payoutRun) : open;
};
