import { z } from 'zod';
import { ROLES } from '../shared/actor.ts';
import { asItWas, type EventOf, extended, firstVersion, personal, personalIfAny, revised } from '../shared/events.ts';
import { id } from '../shared/ids.ts';
import { cents } from '../shared/money.ts';
import { appearance } from './appearance.ts';
import { AT_ONCE, firstMailChoices, formerMailChoices, mailChoices, thirdMailChoices } from './mailChoices.ts';
import { SUSPENSION_GROUNDS } from './suspensionGrounds.ts';

/** An authenticator app. Passkeys have events of their own. */
const FACTORS = ['totp'] as const;

/** Both must confirm a new address. */
const EMAIL_SIDES = ['oldAddress', 'newAddress'] as const;
export type EmailSide = (typeof EMAIL_SIDES)[number];

/** The reader of the account's mail set a new password, or disowned the first second factor. */
const SECURED = ['passwordReset', 'disowned'] as const;
export type Secured = (typeof SECURED)[number];

/** `signedOut`: the session ended while the factor was added. */
const WHY_FACTOR_REVOKED = [...SECURED, 'signedOut'] as const;
export type WhyFactorRevoked = (typeof WHY_FACTOR_REVOKED)[number];

const WHY_NO_EMAIL_CHANGE_FIRST = ['withdrawn', 'refusedByOldAddress', 'refusedByNewAddress', 'taken'] as const;
/** `taken`: another account claimed the address before both sides confirmed. */
export const WHY_NO_EMAIL_CHANGE = [...WHY_NO_EMAIL_CHANGE_FIRST, ...SECURED] as const;
export type WhyNoEmailChange = (typeof WHY_NO_EMAIL_CHANGE)[number];

const reason = personal(z.string());
/** Version 1 stored the reason in clear. */
const reasonInClear = firstVersion({ reason: z.string() });
/** Only on the account's first second factor, which is pending until then. */
const pending = { pendingUntil: z.int().optional() };
/** Absent if the owner removed it in the settings. */
const revoked = { why: z.enum(WHY_FACTOR_REVOKED).optional() };
const inClear = { never: 'the reason stood there in clear' };

/** Stream `account-{id}`. Password hashes and one-time tokens live in the credentials table, never here. */
export const accountEvents = {
  AccountRegistered: firstVersion({
    username: personal(z.string()),
    email: personal(z.string()),
    country: z.string(),
    termsAcceptedAt: z.int(),
  }),
  EmailVerified: firstVersion({}),
  PasswordChanged: firstVersion({}),
  ProfileUpdated: firstVersion({ fullName: personal(z.string()), country: z.string() }),
  ShippingAddressSet: firstVersion({
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
  SellerTermsAccepted: firstVersion({}),
  ShippingRatesSet: firstVersion({ domestic: cents, continental: cents, international: cents }),
  /** `payoutsHeldUntil`: payouts wait 72 h after a change. The first bank account has no hold. */
  BankDetailsProvided: firstVersion({
    bank: personal(z.object({ accountHolder: z.string(), iban: z.string(), bankName: z.string() })),
    payoutsHeldUntil: z.int().nullable(),
  }),
  BankAccountVerified: firstVersion({}),
  BankAccountRejected: revised(reasonInClear, { reason }, asItWas, inClear),
  SellerRated: firstVersion({ transactionId: id, buyerId: id, rating: z.int().min(1).max(5) }),
  /** A second admin must confirm, which writes RoleGranted. A lapse writes nothing. */
  RoleProposed: firstVersion({ proposalId: id, role: z.enum(ROLES), proposedBy: z.string(), lapsesAt: z.int() }),
  /** By who had proposed it. */
  RoleProposalWithdrawn: firstVersion({ proposalId: id, withdrawnBy: z.string() }),
  RoleGranted: firstVersion({ role: z.enum(ROLES), grantedBy: z.string() }),
  RoleRevoked: firstVersion({ role: z.enum(ROLES), revokedBy: z.string() }),
  /** `ground`: named in the e-mail to the account's owner; the reason stays internal. */
  AccountSuspended: extended(revised(reasonInClear, { reason }, asItWas, inClear), {
    ground: z.optional(z.enum(SUSPENSION_GROUNDS)),
  }),
  AccountReinstated: revised(reasonInClear, { reason }, asItWas, inClear),
  /** A second person must confirm it. */
  TerminationProposed: firstVersion({ proposalId: id, reason, proposedBy: z.string() }),
  TerminationRejected: firstVersion({ proposalId: id, reason, rejectedBy: z.string() }),
  /** By who had proposed it. */
  TerminationWithdrawn: firstVersion({ proposalId: id, reason, withdrawnBy: z.string() }),
  /**
   * A permanent suspension. The account is erased at `eraseAt`, or later once its transactions have ended. A
   * reinstatement cancels it. `reason`: of the person who confirms; earlier releases asked for none.
   */
  AccountTerminated: extended(
    firstVersion({ proposalId: id, proposedBy: z.string(), confirmedBy: z.string(), eraseAt: z.int() }),
    { reason: personalIfAny(z.string()) },
  ),
  /** This account gets no more messages from `blockedId`. */
  AccountBlocked: firstVersion({ blockedId: id }),
  AccountUnblocked: firstVersion({ blockedId: id }),
  EmailsChosen: revised(
    revised(
      revised(
        firstVersion({ choices: firstMailChoices }),
        { choices: formerMailChoices },
        ({ at, choices }) => ({ at, choices: { ...choices, watching: AT_ONCE.watching } }),
        'asItIs',
      ),
      { choices: thirdMailChoices },
      ({ at, choices }) => ({ at, choices: { ...choices, searches: AT_ONCE.searches } }),
      'asItIs',
    ),
    { choices: mailChoices },
    ({ at, choices }) => ({ at, choices: { ...choices, cases: AT_ONCE.cases } }),
    'asItIs',
  ),
  /** Personal: large text or high contrast says something about the reader's eyes. */
  AppearanceChosen: firstVersion({ appearance: personal(appearance) }),
  /** The secret is in a table, encrypted under the account's key. */
  SecondFactorAdded: extended(firstVersion({ factor: z.enum(FACTORS) }), pending),
  SecondFactorRemoved: extended(firstVersion({ factor: z.enum(FACTORS) }), revoked),
  /** The public key is in a table. `name`: chosen by its owner. */
  PasskeyAdded: extended(firstVersion({ passkeyId: id, name: personal(z.string()) }), pending),
  PasskeyRemoved: extended(firstVersion({ passkeyId: id }), revoked),
  /** Older codes stop working. */
  RecoveryCodesRenewed: firstVersion({}),
  /** Both addresses get a link to confirm it before `lapsesAt`. A lapse writes nothing; a later request replaces it. */
  EmailChangeRequested: firstVersion({ requestId: id, email: personal(z.string()), lapsesAt: z.int() }),
  EmailChangeConfirmed: firstVersion({ requestId: id, by: z.enum(EMAIL_SIDES) }),
  /** Both have confirmed. */
  EmailChanged: firstVersion({ requestId: id, email: personal(z.string()) }),
  EmailChangeEnded: revised(
    firstVersion({ requestId: id, why: z.enum(WHY_NO_EMAIL_CHANGE_FIRST) }),
    { requestId: id, why: z.enum(WHY_NO_EMAIL_CHANGE) },
    asItWas,
    'asItIs',
  ),
  /** A question to support, sent there by e-mail. */
  SupportContacted: firstVersion({ subject: personal(z.string()), message: personal(z.string()) }),
  DeletionRequested: firstVersion({ eraseAt: z.int() }),
  DeletionCancelled: firstVersion({}),
  AccountErased: firstVersion({}),
} as const;

export type AccountEvent = EventOf<typeof accountEvents>;

/** Streams `email-{keyed hash}` and `username-{keyed hash}`. A claim makes the name unique. */
export const claimEvents = {
  NameClaimed: firstVersion({ accountId: id }),
  NameReleased: firstVersion({ accountId: id }),
} as const;

export type ClaimEvent = EventOf<typeof claimEvents>;
