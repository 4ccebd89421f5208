import { describe, expect, test } from 'vitest';
import type { AccountEvent } from '#domain/accounts/events.ts';
import { DELETION_PERIOD } from '#domain/accounts/limits.ts';
import { SYSTEM } from '#domain/shared/actor.ts';
import { DAY } from '#domain/shared/instants.ts';
import { ADMIN, AT, command, given, OWNER, registered, STAFF, suspended, verified } from './accountHistory.ts';

const deletionRequested: AccountEvent = { type: 'DeletionRequested', data: { at: AT, eraseAt: AT + DELETION_PERIOD } };
const DUE = AT + DELETION_PERIOD;

describe('deletion [D1-233]', () => {
  test('is pending for 30 days', () => {
    expect(DELETION_PERIOD).toBe(30 * DAY);
    given(registered, verified)
      .when(command({ type: 'RequestDeletion' }))
      .emits(deletionRequested);
    expect(given(registered, verified, deletionRequested).state().status).toBe('deletion_pending');
  });

  test('needs the role revoked first, so that one admin stays', () => {
    const granted: AccountEvent = { type: 'RoleGranted', data: { at: AT, role: 'admin', grantedBy: 'system' } };
    given(registered, verified, granted)
      .when(command({ type: 'RequestDeletion' }))
      .isRejected({ code: 'holdsRole' });
    const revoked: AccountEvent = { type: 'RoleRevoked', data: { at: AT, role: 'admin', revokedBy: ADMIN.id } };
    given(registered, verified, granted, revoked)
      .when(command({ type: 'RequestDeletion' }))
      .emits(deletionRequested);
  });

  test('can be cancelled', () => {
    given(registered, verified, deletionRequested)
      .when(command({ type: 'CancelDeletion' }))
      .emits({ type: 'DeletionCancelled', data: { at: AT } });
    expect(
      given(registered, verified, deletionRequested, { type: 'DeletionCancelled', data: { at: AT } }).state(),
    ).toMatchObject({ status: 'active', eraseAt: null });
  });

  test('is refused one millisecond early', () =>
    given(registered, verified, deletionRequested)
      .when(command({ type: 'EraseAccount', openSales: 0 }, SYSTEM, DUE - 1))
      .isRejected({ code: 'notAllowed' }));

  test('waits while a transaction holds money', () =>
    given(registered, verified, deletionRequested)
      .when(command({ type: 'EraseAccount', openSales: 1 }, SYSTEM, DUE))
      .isRejected({ code: 'salesOpen' }));

  test('erases when it is due', () => {
    given(registered, verified, deletionRequested)
      .when(command({ type: 'EraseAccount', openSales: 0 }, SYSTEM, DUE))
      .emits({ type: 'AccountErased', data: { at: DUE } });
    expect(
      given(registered, verified, deletionRequested, { type: 'AccountErased', data: { at: DUE } }).state(),
    ).toMatchObject({ status: 'deleted', username: null, email: null, bank: null });
  });

  test('is refused for an account with a role, however long it was inactive', () => {
    const granted = { type: 'RoleGranted', data: { at: AT, role: 'admin', grantedBy: 'x' } } as const;
    const revoked = { type: 'RoleRevoked', data: { at: AT, role: 'admin', revokedBy: 'x' } } as const;
    const erase = command({ type: 'EraseAccount', openSales: 0 }, SYSTEM, DUE);
    given(registered, verified, granted).when(erase).isRejected({ code: 'holdsRole' });
    given(registered, verified, granted, revoked)
      .when(erase)
      .emits({ type: 'AccountErased', data: { at: DUE } });
  });

  test('is not immediate for its owner', () =>
    given(registered, verified)
      .when(command({ type: 'EraseAccount', openSales: 0 }, OWNER))
      .isRejected({ code: 'notAllowed' }));
});

describe('suspension [D2-268]', () => {
  const suspend = (by = STAFF) => command({ type: 'SuspendAccount', reason: 'counterfeits' }, by);

  test('is for staff', () => {
    given(registered, verified).when(suspend()).emits(suspended);
    for (const by of [ADMIN, OWNER]) given(registered, verified).when(suspend(by)).isRejected({ code: 'notAllowed' });
  });

  test('keeps the ground that the e-mail to its owner names', () =>
    given(registered, verified)
      .when(command({ type: 'SuspendAccount', reason: 'counterfeits', ground: 'listings' }, STAFF))
      .emits({ type: 'AccountSuspended', data: { at: AT, reason: 'counterfeits', ground: 'listings' } }));

  test('is refused for an account with a role', () => {
    const granted: AccountEvent = { type: 'RoleGranted', data: { at: AT, role: 'auditor', grantedBy: ADMIN.id } };
    const revoked: AccountEvent = { type: 'RoleRevoked', data: { at: AT, role: 'auditor', revokedBy: ADMIN.id } };
    given(registered, verified, granted).when(suspend()).isRejected({ code: 'holdsRole' });
    given(registered, verified, granted, revoked).when(suspend()).emits(suspended);
  });

  test('returns to the status before it', () => {
    const reinstated: AccountEvent = { type: 'AccountReinstated', data: { at: AT, reason: 'mistaken' } };
    expect(given(registered, suspended, reinstated).state().status).toBe('unverified');
    expect(given(registered, verified, deletionRequested, suspended, reinstated).state().status).toBe(
      'deletion_pending',
    );
  });
});

describe('roles [D1-348] [D2-270]', () => {
  const grant = (by: Parameters<typeof command>[1] = SYSTEM) => command({ type: 'GrantRole', role: 'staff' }, by);
  const granted: AccountEvent = { type: 'RoleGranted', data: { at: AT, role: 'staff', grantedBy: ADMIN.id } };

  test('need only the command line, and every grant is an event', () =>
    given(registered, verified)
      .when(grant())
      .emits({ type: 'RoleGranted', data: { at: AT, role: 'staff', grantedBy: 'system' } }));

  test.each([OWNER, STAFF, ADMIN])('cannot be granted by $role alone', (by) =>
    given(registered, verified).when(grant(by)).isRejected({ code: 'notAllowed' }),
  );

  test.each(['auditor', 'admin'] as const)(
    'do not combine: staff cannot also become %s, not even at the command line',
    (role) => {
      given(registered, verified, granted)
        .when(command({ type: 'GrantRole', role }, SYSTEM))
        .isRejected({ code: 'rolesExclude', held: 'staff' });
      const revoked: AccountEvent = { type: 'RoleRevoked', data: { at: AT, role: 'staff', revokedBy: ADMIN.id } };
      given(registered, verified, granted, revoked)
        .when(command({ type: 'GrantRole', role }, SYSTEM))
        .emits({ type: 'RoleGranted', data: { at: AT, role, grantedBy: 'system' } });
    },
  );

  test('do not change with a second grant', () => given(registered, verified, granted).when(grant()).changesNothing());

  test('can be revoked, except membership', () => {
    given(registered, verified, granted)
      .when(command({ type: 'RevokeRole', role: 'staff' }, ADMIN))
      .emits({ type: 'RoleRevoked', data: { at: AT, role: 'staff', revokedBy: ADMIN.id } });
    given(registered, verified)
      .when(command({ type: 'RevokeRole', role: 'member' }, ADMIN))
      .isRejected({ code: 'notAllowed' });
  });
});

describe('the role of an admin [D2-270]', () => {
  const granted: AccountEvent = { type: 'RoleGranted', data: { at: AT, role: 'admin', grantedBy: 'system' } };
  const revoked: AccountEvent = { type: 'RoleRevoked', data: { at: AT, role: 'admin', revokedBy: ADMIN.id } };
  const revoke = (otherAdmins: number, by: Parameters<typeof command>[1] = ADMIN) =>
    command({ type: 'RevokeRole', role: 'admin', otherAdmins }, by);

  test('can be revoked from the last admin only by the command line', () => {
    given(registered, verified, granted).when(revoke(0)).isRejected({ code: 'lastAdmin' });
    given(registered, verified, granted).when(revoke(1)).emits(revoked);
    given(registered, verified, granted)
      .when(revoke(0, SYSTEM))
      .emits({ ...revoked, data: { at: AT, role: 'admin', revokedBy: 'system' } });
  });
});
