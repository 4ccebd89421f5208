import type { AccountEvent } from '../accounts/events.ts';

/** Titles of account events, as staff read them. */
export const ACCOUNT_TITLES: { readonly [Type in AccountEvent['type']]: string } = {
  AccountRegistered: 'Registered',
  EmailVerified: 'E-mail address verified',
  PasswordChanged: 'Password changed',
  ProfileUpdated: 'Profile updated',
  ShippingAddressSet: 'Shipping address set',
  SellerTermsAccepted: 'Seller terms accepted',
  ShippingRatesSet: 'Shipping rates set',
  BankDetailsProvided: 'Bank details provided',
  BankAccountVerified: 'Bank account verified',
  BankAccountRejected: 'Bank account rejected',
  SellerRated: 'Rated by a buyer',
  RoleProposed: 'Role proposed',
  RoleProposalWithdrawn: 'Proposed role withdrawn',
  RoleGranted: 'Role granted',
  RoleRevoked: 'Role revoked',
  AccountSuspended: 'Suspended',
  AccountReinstated: 'Reinstated',
  TerminationProposed: 'Termination proposed',
  TerminationRejected: 'Termination rejected',
  TerminationWithdrawn: 'Termination withdrawn',
  AccountTerminated: 'Terminated',
  EmailsChosen: 'Emails chosen',
  AppearanceChosen: 'Appearance chosen',
  AccountBlocked: 'Somebody blocked',
  AccountUnblocked: 'Somebody unblocked',
  SecondFactorAdded: 'Second factor added',
  SecondFactorRemoved: 'Second factor removed',
  PasskeyAdded: 'Passkey added',
  PasskeyRemoved: 'Passkey removed',
  RecoveryCodesRenewed: 'Recovery codes renewed',
  EmailChangeRequested: 'Change of e-mail address requested',
  EmailChangeConfirmed: 'Change of e-mail address confirmed by one side',
  EmailChanged: 'E-mail address changed',
  EmailChangeEnded: 'Change of e-mail address ended',
  SupportContacted: 'Support contacted',
  DeletionRequested: 'Deletion requested',
  DeletionCancelled: 'Deletion cancelled',
  AccountErased: 'Erased',
};

/** Events of other streams that stand in an account's history. */
const OTHERS: Readonly<Record<string, string>> = { MessageReportResolved: 'Warned about a message' };

export const accountTitle = (type: string): string =>
  ACCOUNT_TITLES[type as AccountEvent['type']] ?? OTHERS[type] ?? type;
