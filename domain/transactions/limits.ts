import { addBusinessDays, businessHour, isBusinessDay } from '../shared/businessDays.ts';
import type { Instant } from '../shared/instants.ts';
import type { Cents } from '../shared/money.ts';
import type { BusinessDays, PayoutRun, Policy } from './terms/terms.ts';
import { TERMS_VERSIONS } from './terms/versions.ts';

/** Item prices in cents, €0.01 to €40,000: of listings, so no sale is promised them. */
export const LEAST_PRICE: Cents = 1;
export const MOST_PRICE: Cents = 4_000_000;

/** For who has not bought yet: a sale that begins now begins under it. */
export const CURRENT_TERMS: Policy = TERMS_VERSIONS.at(-1) ?? TERMS_VERSIONS[0];

/** Whatever names the policy that it began under. */
export type Promised = { policyVersion: string };

const knownTerms = ({ policyVersion }: Promised): Policy | undefined =>
  TERMS_VERSIONS.find(({ version }) => version === policyVersion);

/** A sale of a release that is newer than this one: nobody here knows what it was promised. */
export class UnknownTerms extends Error {
  override name = 'UnknownPolicy';
}

/** What a sale was promised. @throws UnknownPolicy */
export const termsFor = (transaction: Promised): Policy => {
  const policy = knownTerms(transaction);
  if (!policy) throw new UnknownTerms(`No policy has the version "${transaction.policyVersion}"`);
  return policy;
};

/** For words: a page that is older than the sale says its own terms until it is loaded anew. */
export const displayedTerms = (transaction: Promised): Policy => knownTerms(transaction) ?? CURRENT_TERMS;

export const endOfTerm = (at: Instant, { businessDays }: BusinessDays): Instant => addBusinessDays(at, businessDays);

/** The run that an approval leads to, or the first one after the bank account's waiting time. */
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

/** When a payout that is due can leave: on a business day, and not before the bank account's waiting time is over. */
export const payoutCanLeave = (dueAt: Instant, heldUntil: Instant | null, payoutRun: PayoutRun): Instant => {
  const open = isBusinessDay(dueAt) ? dueAt : nextPayoutRun(dueAt, payoutRun);
  return heldUntil !== null && heldUntil > open ? nextPayoutRun(heldUntil, payoutRun) : open;
};
