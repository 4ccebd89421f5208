import { eventsThat, staffEmailAbout } from '#domain/notifications/eventTexts.ts';
import type { Policy } from '../../shared/policy.ts';
import type { PolicyDeps } from '../../shared/policyDeps.ts';
import { idIn } from '../../streams/transactionSummary.ts';
import { tellColleagues } from './colleagues.ts';
import { surroundingsOf } from './emails.ts';

type Deps = Pick<PolicyDeps, 'jobs' | 'colleagues'>;

/** Tells staff what only a person can settle, once per cause, as `domain/notifications` declares. */
export const staffEmails = (deps: Deps): Policy => ({
  name: 'staffEmails',
  handles: eventsThat(({ toStaff }) => toStaff),
  // old role changes are no news, and earlier payouts held nothing back
  begins: {
    RoleProposed: 'now',
    RoleGranted: 'now',
    RoleRevoked: 'now',
    PayoutArrivedLate: 'now',
    OverpaymentCounted: 'now',
  },
  handle: async (event) => {
    const told = staffEmailAbout(event, surroundingsOf(event));
    if (!told) return;
    const { template, details, roles, cause, except } = told;
    const ofTransaction = event.stream.startsWith('transaction-') && { saleId: idIn(event.stream) };
    await tellColleagues(roles, { template, ...ofTransaction, details }, cause, deps, except);
  },
});
