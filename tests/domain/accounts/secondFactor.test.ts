import { describe, test } from 'vitest';
import type { AccountEvent } from '#domain/accounts/events.ts';
import { FACTOR_PENDING } from '#domain/accounts/limits.ts';
import { AT, command, given, registered, verified } from './accountHistory.ts';

const added: AccountEvent = { type: 'SecondFactorAdded', data: { at: AT, factor: 'totp' } };
const pendingUntil = AT + FACTOR_PENDING;
const first: AccountEvent = { type: 'SecondFactorAdded', data: { at: AT, factor: 'totp', pendingUntil } };
const removed: AccountEvent = { type: 'SecondFactorRemoved', data: { at: AT, factor: 'totp' } };
const granted: AccountEvent = { type: 'RoleGranted', data: { at: AT, role: 'staff', grantedBy: 'system' } };
const passkeyId = 'a'.repeat(32);
const passkey: AccountEvent = { type: 'PasskeyAdded', data: { at: AT, passkeyId, name: 'My phone' } };
const withoutPasskey: AccountEvent = { type: 'PasskeyRemoved', data: { at: AT, passkeyId } };
const addPasskey = command({ type: 'AddPasskey', passkeyId, name: 'My phone' });
const removePasskey = command({ type: 'RemovePasskey', passkeyId });
const [add, remove, renew] = [
  command({ type: 'AddSecondFactor' }),
  command({ type: 'RemoveSecondFactor' }),
  command({ type: 'RenewRecoveryCodes' }),
];

describe('a second factor', () => {
  test('is added, replaced, removed and added again', () => {
    given(registered, verified).when(add).emits(first);
    given(registered, verified, added).when(add).emits(added);
    given(registered, verified, added).when(remove).emits(removed);
    given(registered, verified).when(remove).changesNothing();
    given(registered, verified, added, removed).when(add).emits(first);
  });

  test('cannot be removed while its owner holds a role', () => {
    given(registered, verified, granted, added).when(remove).isRejected({ code: 'secondFactorNeeded' });
  });

  test('can be one of several named passkeys; an account with a role keeps the last one', () => {
    given(registered, verified)
      .when(addPasskey)
      .emits({ ...passkey, data: { ...passkey.data, pendingUntil } });
    given(registered, verified, passkey).when(addPasskey).changesNothing();
    given(registered, verified, granted, passkey).when(removePasskey).isRejected({ code: 'secondFactorNeeded' });
    given(registered, verified, granted, passkey, added).when(removePasskey).emits(withoutPasskey);
    given(registered, verified, granted, passkey, added).when(remove).emits(removed);
    given(registered, verified, passkey).when(removePasskey).emits(withoutPasskey);
    given(registered, verified).when(removePasskey).isRejected({ code: 'passkeyNotFound' });
    given(registered, verified, passkey)
      .when(renew)
      .emits({ type: 'RecoveryCodesRenewed', data: { at: AT } });
  });

  test('is limited to twenty passkeys', () => {
    const twenty = Array.from({ length: 20 }, (_, index): AccountEvent => {
      const passkeyId = String(index).padStart(32, '0');
      return { type: 'PasskeyAdded', data: { at: AT, passkeyId, name: 'Key' } };
    });
    given(registered, verified, ...twenty)
      .when(addPasskey)
      .isRejected({ code: 'tooManyPasskeys' });
  });

  test('has recovery codes that can be renewed while it exists', () => {
    given(registered, verified, added)
      .when(renew)
      .emits({ type: 'RecoveryCodesRenewed', data: { at: AT } });
    given(registered, verified).when(renew).isRejected({ code: 'noSecondFactor' });
  });
});
