/** What happened to an account, as staff read it. */
const TITLES: Record<string, string> = {
  AccountRegistered: 'Registered',
  EmailVerified: 'E-mail address verified',
  AccountSuspended: 'Suspended',
  AccountReinstated: 'Reinstated',
  TerminationProposed: 'Termination proposed',
  TerminationRejected: 'Termination rejected',
  TerminationWithdrawn: 'Termination taken back',
  AccountTerminated: 'Terminated',
  RoleGranted: 'Role granted',
  RoleRevoked: 'Role revoked',
  DeletionRequested: 'Deletion requested',
  DeletionCancelled: 'Deletion cancelled',
  AccountErased: 'Erased',
};

export const accountFact = (event: string): string => TITLES[event] ?? event;

/** Who reads why something was done with an account. */
export const OF_ACCOUNT = 'Staff and auditors read it in the history of the account; its owner does not.';
