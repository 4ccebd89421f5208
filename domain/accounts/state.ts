import type { Role } from '../shared/actor.ts';
import type { AccountId, Id, TransactionId } from '../shared/ids.ts';
import type { Instant } from '../shared/instants.ts';
import type { Cents } from '../shared/money.ts';
import type { SellerStanding } from '../transactions/commands.ts';
import { DEFAULT_SHIPPING_RATES } from '../transactions/shipping.ts';
import { type Appearance, FIRST_APPEARANCE } from './appearance.ts';
import type { EmailSide } from './events.ts';
import { AT_ONCE, type MailChoices } from './mailChoices.ts';

export type AccountStatus = 'unverified' | 'active' | 'suspended' | 'deletion_pending' | 'deleted';

/** Personal fields are null before they are given and once they are erased. `none`: nobody has registered. */
export type Account = {
  status: 'none' | AccountStatus;
  /** Where a suspension returns to. */
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
  /** Of the roles that it holds, but for that of a member. */
  grants: readonly Grant[];
  /** Of an admin; it may have lapsed. */
  roleProposal: RoleProposal | null;
  feeAccepted: boolean;
  rates: ShippingRates;
  bank: Bank | null;
  /** When the present details were given: a verification names the details it is about. */
  bankProvidedAt: Instant | null;
  bankState: 'none' | 'checking' | 'verified' | 'rejected';
  payoutsHeldUntil: Instant | null;
  /** Sum of the ratings. */
  reputation: number;
  ratedSales: readonly TransactionId[];
  /** Whose messages it does not want. */
  blocked: readonly AccountId[];
  emails: MailChoices;
  appearance: Appearance;
  /** Whether an authenticator app is in use. */
  secondFactor: boolean;
  /** When the app in use was set up. */
  secondFactorAt: Instant | null;
  passkeys: readonly Passkey[];
  /** The first second factor is pending until then; it may be past. Bank details, payouts and the address wait. */
  frozenUntil: Instant | null;
  /** It may have lapsed. */
  emailChange: EmailChange | null;
  eraseAt: Instant | null;
  /** Beside a suspension: staff want to make it one for good, or have. */
  termination: Termination | null;
};

export type EmailChange = {
  requestId: Id;
  /** The one asked for; null once it is erased. */
  email: string | null;
  requestedAt: Instant;
  lapsesAt: Instant;
  confirmed: readonly EmailSide[];
};
export type Passkey = { id: Id; name: string | null; addedAt: Instant };
/** `by`: who proposed and who confirmed it. */
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

/** What a sale must know of its seller's account before money leaves escrow. */
export const sellerStandingOf = (account: Account): SellerStanding => ({
  bankVerified: account.bankState === 'verified' && account.status !== 'deleted',
  payoutsHeldUntil: laterOf(account.payoutsHeldUntil, account.frozenUntil),
  suspended: account.status === 'suspended',
});

const laterOf = (one: Instant | null, other: Instant | null): Instant | null =>
  one === null || other === null ? (one ?? other) : Math.max(one, other);
