import type { AccountEvent, ClaimEvent } from '../accounts/events.ts';
import { groundWords } from '../accounts/suspensionGrounds.ts';
import { type Details, noEmail, type StaffEmail, toOwner } from './emails.ts';
import type { EventTexts } from './row.ts';
import { whyRefused } from './securityLogText.ts';

const OWN_STEP = noEmail('the owner’s own action');
const BETWEEN_STAFF = noEmail('between staff; the account stays suspended');
const UNNOTICED = noEmail('the other person must not learn of it');

/**
 * Admins and auditors hear of every role change. So does the person who made it, in case somebody else used their
 * account.
 */
const roleChanged = (details: Details, account: string, cause: string): StaffEmail => ({
  roles: ['admin', 'auditor'],
  template: 'roleChanged',
  details: { ...details, account },
  cause,
});

/** The texts of each account event. */
export const ACCOUNT_EVENT_TEXTS: EventTexts<AccountEvent['type'] | ClaimEvent['type']> = {
  AccountRegistered: {
    audience: 'owner',
    emails: [toOwner('verifyEmail')],
    history: () => null,
  },
  EmailVerified: { audience: 'owner', emails: OWN_STEP, history: () => null },
  PasswordChanged: { audience: 'owner', emails: [toOwner('passwordChanged')] },
  ProfileUpdated: { audience: 'owner', emails: OWN_STEP },
  ShippingAddressSet: { audience: 'owner', emails: OWN_STEP },
  SellerTermsAccepted: { audience: 'owner', emails: OWN_STEP },
  ShippingRatesSet: { audience: 'owner', emails: OWN_STEP },
  BankDetailsProvided: {
    audience: 'owner',
    // saving the same account again keeps a hold that may have ended
    emails: ({ at, payoutsHeldUntil }) => [
      toOwner('bankDetailsChanged', { heldUntil: (payoutsHeldUntil ?? 0) > at ? payoutsHeldUntil : null }),
    ],
  },
  BankAccountVerified: { audience: 'owner', emails: [toOwner('bankAccountVerified')] },
  BankAccountRejected: { audience: 'owner', emails: [toOwner('bankAccountRejected')] },
  SellerRated: {
    audience: 'owner',
    emails: ({ rating, transactionId }) => [toOwner('ratingReceived', { rating, sale: transactionId })],
    notifies: { seller: 'review' },
    activity: { seller: '{other} rated you {stars} out of 5' },
  },
  RoleProposed: {
    audience: 'staff',
    emails: noEmail('nothing is granted yet: an email to admins and auditors'),
    toStaff: ({ role, proposedBy }, { subject, eventId }) =>
      roleChanged({ role, what: 'proposed', by: proposedBy }, subject, eventId),
    history: ({ role }) => role,
  },
  RoleProposalWithdrawn: {
    audience: 'staff',
    emails: noEmail('between admins; nothing had been given'),
    history: () => null,
  },
  RoleGranted: {
    audience: 'owner',
    emails: noEmail('granted by an admin to a colleague, whose sessions end'),
    toStaff: ({ role, grantedBy }, { subject, eventId }) =>
      roleChanged({ role, what: 'given', by: grantedBy }, subject, eventId),
    history: ({ role }) => role,
  },
  RoleRevoked: {
    audience: 'owner',
    emails: noEmail('revoked by an admin, and the sessions end'),
    toStaff: ({ role, revokedBy }, { subject, eventId }) =>
      roleChanged({ role, what: 'taken', by: revokedBy }, subject, eventId),
    history: ({ role }) => role,
  },
  AccountSuspended: {
    audience: 'owner',
    emails: ({ ground }) => [toOwner('accountSuspended', { ground: ground ?? null })],
    history: ({ reason, ground }) => [groundWords(ground), reason].filter(Boolean).join(': ') || null,
  },
  AccountReinstated: {
    audience: 'owner',
    emails: [toOwner('accountReinstated')],
    history: ({ reason }) => reason,
  },
  TerminationProposed: {
    audience: 'staff',
    emails: noEmail('nothing is decided yet: an email to staff'),
    toStaff: ({ proposedBy }, { subject, eventId }) => ({
      roles: ['staff'],
      template: 'terminationProposed',
      details: { account: subject },
      cause: eventId,
      except: proposedBy,
    }),
    history: ({ reason }) => reason,
  },
  TerminationRejected: {
    audience: 'staff',
    emails: BETWEEN_STAFF,
    history: ({ reason }) => reason,
  },
  TerminationWithdrawn: {
    audience: 'staff',
    emails: BETWEEN_STAFF,
    history: ({ reason }) => reason,
  },
  AccountTerminated: {
    audience: 'owner',
    emails: ({ eraseAt }) => [toOwner('accountTerminated', { eraseAt })],
    history: ({ reason }) => reason ?? null,
  },
  AccountBlocked: { audience: 'owner', emails: UNNOTICED },
  AccountUnblocked: { audience: 'owner', emails: UNNOTICED },
  EmailsChosen: { audience: 'owner', emails: OWN_STEP },
  AppearanceChosen: { audience: 'owner', emails: OWN_STEP },
  SecondFactorAdded: {
    audience: 'owner',
    emails: ({ pendingUntil }) => [
      pendingUntil === undefined
        ? toOwner('secondFactorAdded')
        : toOwner('firstFactorAdded', { factor: 'app', pendingUntil }),
    ],
    history: () => null,
  },
  SecondFactorRemoved: {
    audience: 'owner',
    emails: ({ why }) => [toOwner('secondFactorRemoved', why && { why })],
    history: ({ why }) => (why ? whyRefused(why) : null),
  },
  PasskeyAdded: {
    audience: 'owner',
    emails: ({ pendingUntil }) => [
      pendingUntil === undefined
        ? toOwner('passkeyAdded')
        : toOwner('firstFactorAdded', { factor: 'passkey', pendingUntil }),
    ],
    history: () => null,
  },
  PasskeyRemoved: {
    audience: 'owner',
    emails: ({ why }) => [toOwner('passkeyRemoved', why && { why })],
    history: ({ why }) => (why ? whyRefused(why) : null),
  },
  RecoveryCodesRenewed: { audience: 'owner', emails: [toOwner('recoveryCodesRenewed')] },
  EmailChangeRequested: {
    audience: 'owner',
    emails: ({ requestId }) => [toOwner('confirmOldEmail', { requestId }), toOwner('confirmNewEmail', { requestId })],
    history: () => null,
  },
  EmailChangeConfirmed: {
    audience: 'owner',
    emails: noEmail('only one side; the other address has its link, and the change sends an e-mail'),
    history: ({ by }) => (by === 'oldAddress' ? 'by the old one' : 'by the new one'),
  },
  EmailChanged: {
    audience: 'owner',
    emails: ({ requestId }) => [toOwner('emailChanged', { requestId })],
    history: () => null,
  },
  EmailChangeEnded: {
    audience: 'owner',
    emails: ({ why }) => (why === 'withdrawn' ? [] : [toOwner('emailChangeEnded', { why })]),
    history: ({ why }) => whyRefused(why),
  },
  SupportContacted: {
    audience: 'owner',
    emails: (_, { subject, eventId }) => [
      { to: 'support', template: 'supportQuestion', details: { account: subject, question: eventId } },
    ],
  },
  DeletionRequested: {
    audience: 'owner',
    emails: ({ eraseAt }) => [toOwner('deletionRequested', { eraseAt })],
    history: () => null,
  },
  DeletionCancelled: {
    audience: 'owner',
    emails: [toOwner('deletionCancelled')],
    history: () => null,
  },
  AccountErased: {
    audience: 'staff',
    emails: noEmail('the address is gone; an earlier e-mail announced the deletion'),
    history: () => null,
  },
  NameClaimed: { audience: 'owner', emails: noEmail('part of registering') },
  NameReleased: { audience: 'staff', emails: noEmail('part of being erased') },
};
