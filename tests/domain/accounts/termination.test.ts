import { describe, expect, test } from 'vitest';
import type { AccountCommand } from '#domain/accounts/commands.ts';
import type { AccountEvent } from '#domain/accounts/events.ts';
import type { Actor } from '#domain/shared/actor.ts';
import { SYSTEM } from '#domain/shared/actor.ts';
import { DAY } from '#domain/shared/instants.ts';
import { ADMIN, AT, command, given, OWNER, registered, STAFF, suspended, verified } from './accountHistory.ts';

const COLLEAGUE: Actor = { id: 'c'.repeat(32), role: 'staff' };
const [ONE, TWO] = ['1'.repeat(32), '2'.repeat(32)];
const ERASED_AT = AT + 30 * DAY;
const fate = [registered, verified, suspended];
const proposed: AccountEvent = {
  type: 'TerminationProposed',
  data: { at: AT, proposalId: ONE, reason: 'sells casts', proposedBy: STAFF.id },
};
const terminated: AccountEvent = {
  type: 'AccountTerminated',
  data: {
    at: AT,
    proposalId: ONE,
    proposedBy: STAFF.id,
    confirmedBy: COLLEAGUE.id,
    reason: 'I read the reports',
    eraseAt: ERASED_AT,
  },
};
const reinstated: AccountEvent = { type: 'AccountReinstated', data: { at: AT, reason: 'they were originals' } };
const deletionRequested: AccountEvent = { type: 'DeletionRequested', data: { at: AT, eraseAt: AT + DAY } };
const withdrawn: AccountEvent = {
  type: 'TerminationWithdrawn',
  data: { at: AT, proposalId: ONE, reason: 'I was wrong', withdrawnBy: STAFF.id },
};

const propose = (by: Actor = STAFF, proposalId = ONE) =>
  command({ type: 'ProposeTermination', proposalId, reason: 'sells casts' }, by);
const confirm = (by: Actor = COLLEAGUE, proposalId = ONE) =>
  command({ type: 'ConfirmTermination', proposalId, reason: 'I read the reports' }, by);
const reject = (by: Actor = COLLEAGUE, proposalId = ONE) =>
  command({ type: 'RejectTermination', proposalId, reason: 'I was wrong' }, by);

describe('a termination [D2-268]', () => {
  test('is proposed by staff for a suspended account, once', () => {
    given(...fate)
      .when(propose())
      .emits(proposed);
    given(...fate, proposed)
      .when(propose())
      .changesNothing();
    given(...fate, proposed)
      .when(propose(COLLEAGUE, TWO))
      .isRejected({ code: 'terminationProposed' });
    given(...fate, terminated)
      .when(propose(STAFF, TWO))
      .isRejected({ code: 'terminationProposed' });
    given(registered, verified).when(propose()).isRejected({ code: 'notSuspended' });
    for (const by of [ADMIN, OWNER, SYSTEM])
      given(...fate)
        .when(propose(by))
        .isRejected({ code: 'notAllowed' });
  });

  test('is closed to staff with an open transaction with the account, like suspending and reinstating', () => {
    const ownTransaction = (sent: AccountCommand) => ({ ...sent, ownSale: true }) as AccountCommand;
    for (const sent of [propose(), confirm(), reject()])
      given(...fate, proposed)
        .when(ownTransaction(sent))
        .isRejected({ code: 'ownSale' });
    given(...fate)
      .when(ownTransaction(command({ type: 'ReinstateAccount', reason: 'they pay' }, STAFF)))
      .isRejected({ code: 'ownSale' });
    given(registered, verified)
      .when(ownTransaction(command({ type: 'SuspendAccount', reason: 'they dispute' }, STAFF)))
      .isRejected({ code: 'ownSale' });
  });

  test('needs a second member of staff, and 30 days pass before the erasure', () => {
    given(...fate, proposed)
      .when(confirm())
      .emits(terminated);
    given(...fate, proposed, terminated)
      .when(confirm())
      .changesNothing();
    given(...fate, proposed)
      .when(confirm(STAFF))
      .isRejected({ code: 'ownTermination' });
    given(...fate, proposed)
      .when(confirm(ADMIN))
      .isRejected({ code: 'notAllowed' });
    expect(given(...fate, proposed, terminated).state()).toMatchObject({
      status: 'suspended',
      eraseAt: ERASED_AT,
      termination: { confirmed: true },
    });
  });

  test('can be rejected by a colleague or withdrawn by its proposer, and then proposed again', () => {
    given(...fate, proposed)
      .when(reject())
      .emits({
        type: 'TerminationRejected',
        data: { at: AT, proposalId: ONE, reason: 'I was wrong', rejectedBy: COLLEAGUE.id },
      });
    given(...fate, proposed)
      .when(reject(STAFF))
      .emits(withdrawn);
    given(...fate, proposed, withdrawn)
      .when(confirm())
      .isRejected({ code: 'terminationGone' });
    given(...fate, proposed, withdrawn)
      .when(propose(STAFF, TWO))
      .emits({ ...proposed, data: { ...proposed.data, proposalId: TWO } } as AccountEvent);
  });

  test('accepts answers only to the proposal that was read', () => {
    given(...fate, proposed)
      .when(confirm(COLLEAGUE, TWO))
      .isRejected({ code: 'terminationGone' });
    given(...fate, proposed)
      .when(reject(COLLEAGUE, TWO))
      .isRejected({ code: 'terminationGone' });
    given(...fate, proposed, terminated)
      .when(reject())
      .isRejected({ code: 'terminationGone' });
  });

  test('is refused for an account that holds a role by then', () => {
    const granted: AccountEvent = { type: 'RoleGranted', data: { at: AT, role: 'auditor', grantedBy: ADMIN.id } };
    given(...fate, granted)
      .when(propose())
      .isRejected({ code: 'holdsRole' });
    given(...fate, proposed, granted)
      .when(confirm())
      .isRejected({ code: 'holdsRole' });
  });

  test('ends with a reinstatement, before and after its confirmation', () => {
    const clear = { status: 'active', termination: null, eraseAt: null };
    expect(given(...fate, proposed, reinstated).state()).toMatchObject(clear);
    expect(given(...fate, proposed, terminated, reinstated).state()).toMatchObject(clear);
    given(...fate, proposed, reinstated)
      .when(confirm())
      .isRejected({ code: 'terminationGone' });
  });

  test('does not delay a deletion that its owner requested, and leaves it in place when it ends', () => {
    const leaving = [registered, verified, deletionRequested, suspended, proposed];
    given(...leaving)
      .when(confirm())
      .emits({ ...terminated, data: { ...terminated.data, eraseAt: AT + DAY } } as AccountEvent);
    expect(given(...leaving, reinstated).state()).toMatchObject({ status: 'deletion_pending', eraseAt: AT + DAY });
  });

  test('ends in erasure when its time is up and no transaction is open', () => {
    const erase = (by: Actor, at: number, openTransactions = 0) =>
      command({ type: 'EraseAccount', openSales: openTransactions }, by, at);
    const ended = given(...fate, proposed, terminated);
    ended.when(erase(SYSTEM, ERASED_AT - 1)).isRejected({ code: 'notAllowed' });
    ended.when(erase(STAFF, ERASED_AT)).isRejected({ code: 'notAllowed' });
    ended.when(erase(SYSTEM, ERASED_AT, 1)).isRejected({ code: 'salesOpen' });
    ended.when(erase(SYSTEM, ERASED_AT)).emits({ type: 'AccountErased', data: { at: ERASED_AT } });
    expect(
      given(...fate, proposed, terminated, { type: 'AccountErased', data: { at: ERASED_AT } }).state(),
    ).toMatchObject({ status: 'deleted', termination: null });
  });
});
