import { describe, test } from 'vitest';
import type { AccountEvent } from '#domain/accounts/events.ts';
import { AT, command, given, registered, verified } from './accountHistory.ts';

const added: AccountEvent = { type: 'SecondFactorAdded', data: { at: AT, factor: 'totp' } };
const removed: AccountEvent = { type: 'SecondFactorRemoved', data: { at: AT, factor: 'totp' } };
const granted: AccountEvent = { type: 'RoleGranted', data: { at: AT, role: 'staff', grantedBy: 'system' } };
const [add, remove, renew] = [
  command({ type: 'AddSecondFactor' }),
  command({ type: 'RemoveSecondFactor' }),
  command({ type: 'RenewRecoveryCodes' }),
];

describe('a second factor', () => {
  test('comes once, goes once, and may come again', () => {
    given(registered, verified).when(add).emits(added);
    given(registered, verified, added).when(add).changesNothing();
    given(registered, verified, added).when(remove).emits(removed);
    given(registered, verified).when(remove).changesNothing();
    given(registered, verified, added, removed).when(add).emits(added);
  });

  test('stays with whoever holds a role', () => {
    given(registered, verified, granted, added).when(remove).isRejected({ code: 'secondFactorNeeded' });
  });

  test('has recovery codes, which can be renewed while it is there', () => {
    given(registered, verified, added)
      .when(renew)
      .emits({ type: 'RecoveryCodesRenewed', data: { at: AT } });
    given(registered, verified).when(renew).isRejected({ code: 'noSecondFactor' });
  });
});
