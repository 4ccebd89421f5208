import type { AccountEvent } from '../accounts/events.ts';

/** What happened to an account, as staff read it. */
const ACCOUNT_TITLES: { readonly [Type in AccountEvent['type']]: string } = {
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
  RoleProposalWithdrawn: 'Proposed role taken back',
  RoleGranted: 'Role granted',
  RoleRevoked: 'Role revoked',
  AccountSuspended: 'Suspended',
  AccountReinstated: 'Reinstated',
  TerminationProposed: 'Termination proposed',
  TerminationRejected: 'Termination rejected',
  TerminationWithdrawn: 'Termination taken back',
  AccountTerminated: 'Terminated',
  EmailsChosen: 'Emails chosen',
  AccountBlocked: 'Somebody blocked',
  AccountUnblocked: 'Somebody unblocked',
  SecondFactorAdded: 'Second factor added',
  SecondFactorRemoved: 'Second factor removed',
  RecoveryCodesRenewed: 'Recovery codes renewed',
  SupportContacted: 'Support contacted',
  DeletionRequested: 'Deletion requested',
  DeletionCancelled: 'Deletion cancelled',
  AccountErased: 'Erased',
};

export const accountTitle = (type: string): string => ACCOUNT_TITLES[type as AccountEvent['type']] ?? type;
