import type { AccountEvent, ClaimEvent } from '../accounts/events.ts';
import { type Details, silent, type ToColleagues, toOwner } from './emails.ts';
import type { Tellings } from './row.ts';
import { whyRefused } from './securityWords.ts';

const OWN_STEP = silent('one’s own action, answered at once');
const BETWEEN_STAFF = silent('between staff; the account stays suspended');
const UNNOTICED = silent('who is blocked, or no longer, must not learn of it');

/** Who gives roles and who audits hear of every change, also who made it: it may have been somebody else in their name. */
const roleChanged = (details: Details, account: string, cause: string): ToColleagues => ({
  roles: ['admin', 'auditor'],
  template: 'roleChanged',
  details: { ...details, account },
  cause,
});

/** What each fact of an account means to people. */
export const ACCOUNT_TELLINGS: Tellings<AccountEvent['type'] | ClaimEvent['type']> = {
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
    // saving the same account again keeps its former hold, which may be over
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
    emails: silent('nothing is given yet: an email to admins and auditors'),
    toStaff: ({ role, proposedBy }, { subject, eventId }) =>
      roleChanged({ role, what: 'proposed', by: proposedBy }, subject, eventId),
    history: ({ role }) => role,
  },
  RoleProposalWithdrawn: {
    audience: 'staff',
    emails: silent('between admins; nothing had been given'),
    history: () => null,
  },
  RoleGranted: {
    audience: 'owner',
    emails: silent('given by an admin to a colleague; it signs out everywhere'),
    toStaff: ({ role, grantedBy }, { subject, eventId }) =>
      roleChanged({ role, what: 'given', by: grantedBy }, subject, eventId),
    history: ({ role }) => role,
  },
  RoleRevoked: {
    audience: 'owner',
    emails: silent('taken by an admin from a colleague; it signs out everywhere'),
    toStaff: ({ role, revokedBy }, { subject, eventId }) =>
      roleChanged({ role, what: 'taken', by: revokedBy }, subject, eventId),
    history: ({ role }) => role,
  },
  AccountSuspended: {
    audience: 'owner',
    emails: [toOwner('accountSuspended')],
    history: ({ reason }) => reason,
  },
  AccountReinstated: {
    audience: 'owner',
    emails: [toOwner('accountReinstated')],
    history: ({ reason }) => reason,
  },
  TerminationProposed: {
    audience: 'staff',
    emails: silent('nothing is decided yet: an email to staff'),
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
    history: () => null,
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
    emails: silent('half of it: the other address has its link, and the change is told'),
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
    emails: silent('no address is left to write to; the deletion was announced'),
    history: () => null,
  },
  NameClaimed: { audience: 'owner', emails: silent('part of registering') },
  NameReleased: { audience: 'staff', emails: silent('part of being erased') },
};
