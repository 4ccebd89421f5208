import { z } from 'zod';
import { ROLES } from '../shared/actor.ts';
import { asItWas, type EventOf, extended, fact, personal, revised } from '../shared/events.ts';
import { id } from '../shared/ids.ts';
import { cents } from '../shared/money.ts';
import { appearance } from './appearance.ts';
import { AT_ONCE, firstMailChoices, formerMailChoices, mailChoices } from './mailChoices.ts';

/** What can be shown beside a password: a code of an authenticator app. */
const FACTORS = ['totp'] as const;

/** Who is asked whether an address may take the place of another: the readers of either. */
const EMAIL_SIDES = ['oldAddress', 'newAddress'] as const;
export type EmailSide = (typeof EMAIL_SIDES)[number];

/** The reader of the account's mail set a new password, or said that the first second factor is not theirs. */
const SECURED = ['passwordReset', 'disowned'] as const;
export type Secured = (typeof SECURED)[number];

/** `signedOut`: its session ended while it was added. */
const WHY_FACTOR_REVOKED = [...SECURED, 'signedOut'] as const;
export type WhyFactorRevoked = (typeof WHY_FACTOR_REVOKED)[number];

const WHY_NO_EMAIL_CHANGE_FIRST = ['withdrawn', 'refusedByOldAddress', 'refusedByNewAddress', 'taken'] as const;
/** `taken`: by another account, before both had confirmed. */
export const WHY_NO_EMAIL_CHANGE = [...WHY_NO_EMAIL_CHANGE_FIRST, ...SECURED] as const;
export type WhyNoEmailChange = (typeof WHY_NO_EMAIL_CHANGE)[number];

const reason = personal(z.string());
/** As it stood in clear in the first version of what staff and the bank say. */
const reasonInClear = fact({ reason: z.string() });
/** Only on the first second factor of an account: until then it is pending. */
const pending = { pendingUntil: z.int().optional() };
/** Missing where its owner removed it in the settings. */
const revoked = { why: z.enum(WHY_FACTOR_REVOKED).optional() };
const inClear = { never: 'the reason stood there in clear' };

/** Stream `account-{id}`. Password hashes and one-time tokens live in the credentials table, never here. */
export const accountEvents = {
  AccountRegistered: fact({
    username: personal(z.string()),
    email: personal(z.string()),
    country: z.string(),
    termsAcceptedAt: z.int(),
  }),
  EmailVerified: fact({}),
  PasswordChanged: fact({}),
  ProfileUpdated: fact({ fullName: personal(z.string()), country: z.string() }),
  ShippingAddressSet: fact({
    address: personal(
      z.object({
        fullName: z.string(),
        streetAddress1: z.string(),
        streetAddress2: z.string(),
        city: z.string(),
        postalCode: z.string(),
      }),
    ),
  }),
  SellerTermsAccepted: fact({}),
  ShippingRatesSet: fact({ domestic: cents, continental: cents, international: cents }),
  /** `payoutsHeldUntil`: a changed account waits 72 h; the first one does not. */
  BankDetailsProvided: fact({
    bank: personal(z.object({ accountHolder: z.string(), iban: z.string(), bankName: z.string() })),
    payoutsHeldUntil: z.int().nullable(),
  }),
  BankAccountVerified: fact({}),
  BankAccountRejected: revised(reasonInClear, { reason }, asItWas, inClear),
  SellerRated: fact({ transactionId: id, buyerId: id, rating: z.int().min(1).max(5) }),
  /** It waits for a second admin, whose confirmation is the grant; nothing is written when it lapses. */
  RoleProposed: fact({ proposalId: id, role: z.enum(ROLES), proposedBy: z.string(), lapsesAt: z.int() }),
  /** By who had proposed it. */
  RoleProposalWithdrawn: fact({ proposalId: id, withdrawnBy: z.string() }),
  RoleGranted: fact({ role: z.enum(ROLES), grantedBy: z.string() }),
  RoleRevoked: fact({ role: z.enum(ROLES), revokedBy: z.string() }),
  AccountSuspended: revised(reasonInClear, { reason }, asItWas, inClear),
  AccountReinstated: revised(reasonInClear, { reason }, asItWas, inClear),
  /** Of a suspended account. It waits for a second person; only their confirmation carries it out. */
  TerminationProposed: fact({ proposalId: id, reason, proposedBy: z.string() }),
  TerminationRejected: fact({ proposalId: id, reason, rejectedBy: z.string() }),
  /** By who had proposed it. */
  TerminationWithdrawn: fact({ proposalId: id, reason, withdrawnBy: z.string() }),
  /** Suspended for good: erased at `eraseAt`, or once no sale of it is open. A reinstatement before that ends it. */
  AccountTerminated: fact({ proposalId: id, proposedBy: z.string(), confirmedBy: z.string(), eraseAt: z.int() }),
  /** Whose messages this account no longer wants. */
  AccountBlocked: fact({ blockedId: id }),
  AccountUnblocked: fact({ blockedId: id }),
  EmailsChosen: revised(
    revised(
      fact({ choices: firstMailChoices }),
      { choices: formerMailChoices },
      ({ at, choices }) => ({ at, choices: { ...choices, watching: AT_ONCE.watching } }),
      'asItIs',
    ),
    { choices: mailChoices },
    ({ at, choices }) => ({ at, choices: { ...choices, searches: AT_ONCE.searches } }),
    'asItIs',
  ),
  /** Personal: who needs larger letters or more contrast tells something about their eyes. */
  AppearanceChosen: fact({ appearance: personal(appearance) }),
  /** Its secret stands in a table, encrypted under the account’s key. */
  SecondFactorAdded: extended(fact({ factor: z.enum(FACTORS) }), pending),
  SecondFactorRemoved: extended(fact({ factor: z.enum(FACTORS) }), revoked),
  /** Its public key stands in a table. `name`: what its owner calls it. */
  PasskeyAdded: extended(fact({ passkeyId: id, name: personal(z.string()) }), pending),
  PasskeyRemoved: extended(fact({ passkeyId: id }), revoked),
  /** Those before work no more. */
  RecoveryCodesRenewed: fact({}),
  /** Both addresses are asked to confirm it by links, until `lapsesAt`; nothing is written when it lapses. One asked for later takes its place. */
  EmailChangeRequested: fact({ requestId: id, email: personal(z.string()), lapsesAt: z.int() }),
  EmailChangeConfirmed: fact({ requestId: id, by: z.enum(EMAIL_SIDES) }),
  /** Both have confirmed. */
  EmailChanged: fact({ requestId: id, email: personal(z.string()) }),
  EmailChangeEnded: revised(
    fact({ requestId: id, why: z.enum(WHY_NO_EMAIL_CHANGE_FIRST) }),
    { requestId: id, why: z.enum(WHY_NO_EMAIL_CHANGE) },
    asItWas,
    'asItIs',
  ),
  /** A question to our own support; it goes there by mail. */
  SupportContacted: fact({ subject: personal(z.string()), message: personal(z.string()) }),
  DeletionRequested: fact({ eraseAt: z.int() }),
  DeletionCancelled: fact({}),
  AccountErased: fact({}),
} as const;

export type AccountEvent = EventOf<typeof accountEvents>;

/** Streams `email-{keyed hash}` and `username-{keyed hash}`: the claim that makes each unique. */
export const claimEvents = {
  NameClaimed: fact({ accountId: id }),
  NameReleased: fact({ accountId: id }),
} as const;

export type ClaimEvent = EventOf<typeof claimEvents>;
