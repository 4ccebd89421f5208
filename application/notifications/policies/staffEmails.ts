import { eventsThat, staffEmailAbout } from '#domain/notifications/eventTexts.ts';
import type { Policy } from '../../shared/policy.ts';
import type { PolicyDeps } from '../../shared/policyDeps.ts';
import { idIn } from '../../streams/transactionSummary.ts';
import { tellColleagues } from './colleagues.ts';
import { surroundingsOf } from './emails.ts';

type Deps = Pick<PolicyDeps, 'jobs' | 'colleagues'>;

/** What only a person can settle is told to those who work here, each cause once, as `domain/notifications` has it. */
export const staffEmails = (deps: Deps): Policy => ({
  name: 'staffEmails',
  handles: eventsThat(({ toStaff }) => toStaff),
  // who was given a role years ago is no news, and no payout of before keeps anything
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
