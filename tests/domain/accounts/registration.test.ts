import { describe, expect, test } from 'vitest';
import { AT, command, given, ID, OWNER, registered, suspended, verified } from './accountHistory.ts';

const register = command({
  type: 'Register',
  id: ID,
  username: 'magos',
  email: 'magos@mars.example',
  country: 'Netherlands',
});

describe('registering', () => {
  test('opens an unverified account that is a buyer and no seller [D2-003] [D1-232]', () => {
    given().when(register).emits(registered);
    expect(given(registered).state()).toMatchObject({ status: 'unverified', roles: ['member'], feeAccepted: false });
  });

  test('cannot happen twice', () => given(registered).when(register).isRejected({ code: 'alreadyRegistered' }));

  test('is complete once the e-mail address is verified', () => {
    given(registered)
      .when(command({ type: 'VerifyEmail' }))
      .emits(verified);
    expect(given(registered, verified).state().status).toBe('active');
  });

  test('is not changed by a second verification', () =>
    given(registered, verified)
      .when(command({ type: 'VerifyEmail' }))
      .changesNothing());

  test('rejects commands to a missing account', () =>
    given()
      .when(command({ type: 'VerifyEmail' }))
      .isRejected({ code: 'accountNotFound' }));
});

describe('before the email is verified', () => {
  test.each([
    command({ type: 'AcceptSellerTerms' }),
    command({ type: 'UpdateProfile', fullName: 'Magos', country: 'Germany' }),
    command({ type: 'ChangePassword' }),
    command({ type: 'RequestDeletion' }),
  ])('rejects $type', (early) => given(registered).when(early).isRejected({ code: 'emailNotVerified' }));
});

describe('a suspended account', () => {
  test('cannot change itself', () =>
    given(registered, verified, suspended)
      .when(command({ type: 'AcceptSellerTerms' }))
      .isRejected({ code: 'accountNotActive' }));

  test('can get a new password through a link', () =>
    given(registered, verified, suspended)
      .when(command({ type: 'ChangePassword' }))
      .emits({ type: 'PasswordChanged', data: { at: AT } }));
});

describe('a profile', () => {
  test('stores a name and a country', () =>
    given(registered, verified)
      .when(command({ type: 'UpdateProfile', fullName: 'Magos Biologis', country: 'Germany' }))
      .emits({ type: 'ProfileUpdated', data: { at: AT, fullName: 'Magos Biologis', country: 'Germany' } }));

  test('does not change when the same values are saved', () =>
    given(registered, verified, {
      type: 'ProfileUpdated',
      data: { at: AT, fullName: 'Magos', country: 'Germany' },
    })
      .when(command({ type: 'UpdateProfile', fullName: 'Magos', country: 'Germany' }, OWNER, AT + 1))
      .changesNothing());
});
