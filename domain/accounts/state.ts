import type { Role } from '../shared/actor.ts';
import type { AccountId, Id, TransactionId } from '../shared/ids.ts';
import type { Instant } from '../shared/instants.ts';
import type { Cents } from '../shared/money.ts';
import type { SellerStanding } from '../transactions/commands.ts';
import { DEFAULT_SHIPPING_RATES } from '../transactions/shipping.ts';
import { type AccountStatus, isErased, isSuspended } from './accountStatus.ts';
import { type Appearance, FIRST_APPEARANCE } from './appearance.ts';
import type { EmailSide } from './events.ts';
import { AT_ONCE, type MailChoices } from './mailChoices.ts';

/** Personal fields are null until they are given, and after erasure. `none`: not registered. */
export type Account = {
  status: 'none' | AccountStatus;
  /** The status after a reinstatement. */
  beforeSuspension: AccountStatus;
  username: string | null;
  email: string | null;
  country: string;
  fullName: string | null;
  shippingAddress: {
    fullName: string;
    streetAddress1: string;
    streetAddress2: string;
    city: string;
    postalCode: string;
  } | null;
  registeredAt: Instant;
  roles: readonly Role[];
  /** Every role except member. */
  grants: readonly Grant[];
  /** May have lapsed. */
  roleProposal: RoleProposal | null;
  feeAccepted: boolean;
  rates: ShippingRates;
  bank: Bank | null;
  /** A verification names the details it is about by this instant. */
  bankProvidedAt: Instant | null;
  bankState: 'none' | 'checking' | 'verified' | 'rejected';
  payoutsHeldUntil: Instant | null;
  /** Sum of the ratings. */
  reputation: number;
  ratedSales: readonly TransactionId[];
  blocked: readonly AccountId[];
  emails: MailChoices;
  appearance: Appearance;
  /** Whether an authenticator app is in use. */
  secondFactor: boolean;
  /** When the app in use was set up. */
  secondFactorAt: Instant | null;
  passkeys: readonly Passkey[];
  /**
   * End of the pending time; may be past. Until then bank details and e-mail address cannot change, and payouts wait.
   */
  frozenUntil: Instant | null;
  /** May have lapsed. */
  emailChange: EmailChange | null;
  eraseAt: Instant | null;
  /** Proposed or confirmed by staff, on top of a suspension. */
  termination: Termination | null;
};

export type EmailChange = {
  requestId: Id;
  /** The new address; null after erasure. */
  email: string | null;
  requestedAt: Instant;
  lapsesAt: Instant;
  confirmed: readonly EmailSide[];
};
export type Passkey = { id: Id; name: string | null; addedAt: Instant };
/** `by`: the confirming admin, then the proposing one. */
export type Grant = { role: Role; at: Instant; by: readonly string[] };
export type RoleProposal = { proposalId: Id; role: Role; proposedBy: AccountId; lapsesAt: Instant };
export type Termination = { proposalId: Id; proposedBy: AccountId; confirmed: boolean };

export type Bank = { accountHolder: string; iban: string; bankName: string };
export type ShippingRates = { domestic: Cents; continental: Cents; international: Cents };

/** Document 2, section 9. */
const DEFAULT_RATES: ShippingRates = DEFAULT_SHIPPING_RATES;

export const NOBODY: Account = {
  status: 'none',
  beforeSuspension: 'active',
  username: null,
  email: null,
  country: '',
  fullName: null,
  shippingAddress: null,
  registeredAt: 0,
  roles: [],
  grants: [],
  roleProposal: null,
  feeAccepted: false,
  rates: DEFAULT_RATES,
  bank: null,
  bankProvidedAt: null,
  bankState: 'none',
  payoutsHeldUntil: null,
  reputation: 0,
  ratedSales: [],
  blocked: [],
  emails: AT_ONCE,
  appearance: FIRST_APPEARANCE,
  secondFactor: false,
  secondFactorAt: null,
  passkeys: [],
  frozenUntil: null,
  emailChange: null,
  eraseAt: null,
  termination: null,
};

/** What a transaction needs to know about its seller before money leaves escrow. */
export const sellerStandingOf = (account: Account): SellerStanding => ({
  bankVerified: account.bankState === 'verified' && !isErased(account),
  payoutsHeldUntil: laterOf(account.payoutsHeldUntil, account.frozenUntil),
  suspended: isSuspended(account),
});

const laterOf = (one: Instant | null, other: Instant | null): Instant | null =>
  one === null || other === null ? (one ?? other) : Math.max(one, other);
