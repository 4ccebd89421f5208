import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { account } from '#domain/accounts/account.ts';
import type { AccountCommand } from '#domain/accounts/commands.ts';
import type { AccountEvent } from '#domain/accounts/events.ts';
import { EMAIL_CHANGE, FACTOR_PENDING } from '#domain/accounts/limits.ts';
import { type Account, sellerStandingOf } from '#domain/accounts/state.ts';
import { fold } from '#domain/shared/decider.ts';
import { DAY, HOUR } from '#domain/shared/instants.ts';
import { property } from '#tests/support/property.ts';
import {
  AT,
  BANK,
  bankProvided,
  bankVerified,
  command,
  given,
  OWNER,
  registered,
  sellerTerms,
  verified,
} from './accountHistory.ts';

const UNTIL = AT + FACTOR_PENDING;
const [first, second, requestId] = ['1'.repeat(32), '2'.repeat(32), '6'.repeat(32)];
const THIEFS_BANK = { accountHolder: 'A Thief', iban: 'DE89370400440532013000', bankName: 'Theirs' };
const seller = [registered, verified, sellerTerms, bankProvided, bankVerified];

const firstPasskey: AccountEvent = {
  type: 'PasskeyAdded',
  data: { at: AT, passkeyId: first, name: 'Phone', pendingUntil: UNTIL },
};
const firstApp: AccountEvent = { type: 'SecondFactorAdded', data: { at: AT, factor: 'totp', pendingUntil: UNTIL } };
const secondPasskey: AccountEvent = {
  type: 'PasskeyAdded',
  data: { at: AT + HOUR, passkeyId: second, name: 'Key' },
};
const asked: AccountEvent = {
  type: 'EmailChangeRequested',
  data: { at: AT, requestId, email: 'thief@example.com', lapsesAt: AT + EMAIL_CHANGE },
};
const reset = (at: number) => command({ type: 'ChangePassword', byMail: true }, OWNER, at);
const disown = (at: number) => command({ type: 'DisownFactor' }, OWNER, at);
const changed = (at: number): AccountEvent => ({ type: 'PasswordChanged', data: { at } });
const gone = (at: number, passkeyId: string, why: 'passwordReset' | 'disowned'): AccountEvent => ({
  type: 'PasskeyRemoved',
  data: { at, passkeyId, why },
});

describe('the first second factor', () => {
  test('is pending for 72 hours; later factors are not', () => {
    expect(FACTOR_PENDING).toBe(72 * HOUR);
    given(registered, verified)
      .when(command({ type: 'AddPasskey', passkeyId: first, name: 'Phone' }))
      .emits(firstPasskey);
    given(registered, verified)
      .when(command({ type: 'AddSecondFactor' }))
      .emits(firstApp);
    given(registered, verified, firstPasskey)
      .when(command({ type: 'AddSecondFactor' }, OWNER, AT + HOUR))
      .emits({ type: 'SecondFactorAdded', data: { at: AT + HOUR, factor: 'totp' } });
  });

  const frozen: [string, Parameters<typeof command>[0]][] = [
    ['the bank details', { type: 'ProvideBankDetails', bank: THIEFS_BANK }],
    ['the e-mail address', { type: 'RequestEmailChange', requestId, email: 'new@example.com' }],
    ['the recovery codes', { type: 'RenewRecoveryCodes' }],
  ];
  test.each(frozen)('freezes %s until it is no longer pending', (_, request) => {
    const history = given(...seller, firstPasskey);
    history.when(command(request, OWNER, UNTIL - HOUR)).isRejected({ code: 'factorPending', wait: HOUR });
    const after = account.decide(command(request, OWNER, UNTIL), history.state());
    expect(after.ok && after.value).toHaveLength(1);
  });

  test('freezes an open change of address', () => {
    const half: AccountEvent = { type: 'EmailChangeConfirmed', data: { at: AT, requestId, by: 'newAddress' } };
    const pending = { code: 'factorPending', wait: FACTOR_PENDING } as const;
    const history = given(...seller, asked, half, firstPasskey);
    history.when(command({ type: 'ConfirmEmailChange', requestId, side: 'oldAddress' })).isRejected(pending);
    history.when(command({ type: 'FinishEmailChange', requestId })).isRejected(pending);
  });

  test('delays payouts until it is no longer pending, or longer after a change of bank account', () => {
    const heldUntil = (...history: AccountEvent[]) => sellerStandingOf(given(...history).state()).payoutsHeldUntil;
    expect(heldUntil(...seller)).toBeNull();
    expect(heldUntil(...seller, firstPasskey)).toBe(UNTIL);
    const later: AccountEvent = {
      type: 'BankDetailsProvided',
      data: { at: AT, bank: BANK, payoutsHeldUntil: UNTIL + DAY },
    };
    expect(heldUntil(...seller, later, firstApp)).toBe(UNTIL + DAY);
    expect(heldUntil(...seller, firstPasskey, gone(AT + HOUR, first, 'disowned'))).toBeNull();
  });

  test('stays pending after removal in the settings, so a thief cannot end the wait', () => {
    const removed: AccountEvent = { type: 'PasskeyRemoved', data: { at: AT, passkeyId: first } };
    given(...seller, firstPasskey, removed)
      .when(command({ type: 'ProvideBankDetails', bank: THIEFS_BANK }))
      .isRejected({ code: 'factorPending', wait: FACTOR_PENDING });
  });

  test("is removed when the mail's reader disowns it, with every factor added since", () => {
    const at = AT + 2 * HOUR;
    given(...seller, asked, firstPasskey, secondPasskey)
      .when(disown(at))
      .emits(gone(at, first, 'disowned'), gone(at, second, 'disowned'), {
        type: 'EmailChangeEnded',
        data: { at, requestId, why: 'disowned' },
      });
    given(...seller, firstPasskey)
      .when(disown(UNTIL))
      .isRejected({ code: 'factorLinkGone' });
    given(...seller)
      .when(disown(AT))
      .isRejected({ code: 'factorLinkGone' });
  });
});

describe('a password set by e-mail', () => {
  test('removes second factors younger than 72 hours, and keeps older ones', () => {
    const at = AT + FACTOR_PENDING;
    given(...seller, firstPasskey, secondPasskey)
      .when(reset(at))
      .emits(gone(at, second, 'passwordReset'), changed(at));
    given(...seller, firstApp)
      .when(reset(at - 1))
      .emits(
        { type: 'SecondFactorRemoved', data: { at: at - 1, factor: 'totp', why: 'passwordReset' } },
        changed(at - 1),
      );
    given(...seller, firstApp)
      .when(reset(at))
      .emits(changed(at));
  });

  test('ends an open change of address', () => {
    given(...seller, asked)
      .when(reset(AT))
      .emits({ type: 'EmailChangeEnded', data: { at: AT, requestId, why: 'passwordReset' } }, changed(AT));
  });

  test("also removes a colleague's young factor; the role rests until the next one", () => {
    const granted: AccountEvent = { type: 'RoleGranted', data: { at: AT, role: 'staff', grantedBy: 'system' } };
    given(registered, verified, firstPasskey, granted)
      .when(reset(AT))
      .emits(gone(AT, first, 'passwordReset'), changed(AT));
  });

  test('changes nothing else if set in a session', () => {
    given(...seller, asked, firstPasskey)
      .when(command({ type: 'ChangePassword' }))
      .emits(changed(AT));
  });
});

/** A thief's actions in a session of the account. */
const thiefSteps = [
  'passkey',
  'app',
  'bank',
  'address',
  'confirm',
  'finish',
  'codes',
  'drop',
  'dropApp',
  'password',
  'leave',
] as const;
type Thief = (typeof thiefSteps)[number];
type Step = { who: 'thief'; step: Thief } | { who: 'owner'; step: 'reset' | 'disown' };

const commandOf = (step: Thief, state: Account, at: number, count: number): AccountCommand => {
  const own = (request: Parameters<typeof command>[0]) => command(request, OWNER, at);
  const open = state.emailChange?.requestId ?? requestId;
  const commands: Record<Thief, () => AccountCommand> = {
    passkey: () => own({ type: 'AddPasskey', passkeyId: String(count).padStart(32, '0'), name: 'Thief' }),
    app: () => own({ type: 'AddSecondFactor' }),
    bank: () => own({ type: 'ProvideBankDetails', bank: THIEFS_BANK }),
    address: () =>
      own({ type: 'RequestEmailChange', requestId: String(count).padStart(32, '9'), email: 'thief@example.com' }),
    confirm: () => own({ type: 'ConfirmEmailChange', requestId: open, side: 'newAddress' }),
    finish: () => own({ type: 'FinishEmailChange', requestId: open }),
    codes: () => own({ type: 'RenewRecoveryCodes' }),
    drop: () => own({ type: 'RemovePasskey', passkeyId: state.passkeys[0]?.id ?? first }),
    dropApp: () => own({ type: 'RemoveSecondFactor' }),
    password: () => own({ type: 'ChangePassword' }),
    leave: () => own({ type: 'RequestDeletion' }),
  };
  return commands[step]();
};

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...thiefSteps).map((step): Step => ({ who: 'thief', step })) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('reset', 'disown').map((step): Step => ({ who: 'owner', step: step as 'reset' })),
    },
  ),
  { maxLength: 25 },
);

describe('a stolen password', () => {
  property([steps, fc.integer({ min: 0, max: FACTOR_PENDING - 1 }), fc.boolean()])(
    'leaves account and bank details to the mail’s reader for 72 hours, whatever the order',
    (tried, span, knowsPassword) => {
      let state = fold(account, seller);
      // the thief is signed in until the owner's first step, and again if they find the password once more
      let isIn = true;
      const give = (given: AccountCommand) => {
        const decided = account.decide(given, state);
        if (decided.ok) state = decided.value.reduce(account.evolve, state);
      };
      const all: Step[] = [{ who: 'thief', step: 'passkey' }, ...tried];
      const instant = (index: number) => AT + Math.floor((span * index) / all.length);
      for (const [index, { who, step }] of all.entries()) {
        const at = instant(index);
        if (who === 'owner') {
          give(step === 'reset' ? reset(at) : disown(at));
          isIn = knowsPassword;
          // a second thief starts by adding a factor; before that, a changed bank account delays payouts
          if (isIn) give(commandOf('passkey', state, at, 100 + index));
        } else if (isIn) give(commandOf(step, state, at, index));
      }
      give(reset(AT + span));
      expect(state).toMatchObject({ passkeys: [], secondFactor: false, emailChange: null, bank: BANK });
      expect(state.email).toBe('magos@mars.example');
      give(command({ type: 'CancelDeletion' }, OWNER, AT + span));
      expect(state.status).toBe('active');
    },
  );
});
