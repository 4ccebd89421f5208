import { type Result, record, reject } from '../shared/decider.ts';
import type { AccountCommand, AccountRejection } from './commands.ts';
import type { AccountEvent } from './events.ts';
import { MOST_PASSKEYS } from './passkeyPolicy.ts';
import { isColleague } from './policy.ts';
import type { Account } from './state.ts';

type FactorCommand = Extract<
  AccountCommand,
  { type: 'AddSecondFactor' | 'RemoveSecondFactor' | 'AddPasskey' | 'RemovePasskey' | 'RenewRecoveryCodes' }
>;

/** Whether a sign-in asks for more than the password. */
export const asksForMore = ({ secondFactor, passkeys }: Account): boolean => secondFactor || passkeys.length > 0;

/** What can be shown beside a password: an authenticator app, passkeys. Whoever holds a role keeps one of them. */
export const decideFactor = (command: FactorCommand, state: Account): Result<AccountEvent[], AccountRejection> => {
  const { at } = command;
  switch (command.type) {
    // also where one is in use: its app is replaced, which the owner must be told
    case 'AddSecondFactor':
      return record({ type: 'SecondFactorAdded', data: { at, factor: 'totp' } });
    case 'RemoveSecondFactor':
      if (!state.secondFactor) return record();
      if (isColleague(state.roles) && state.passkeys.length === 0) return reject({ code: 'secondFactorNeeded' });
      return record({ type: 'SecondFactorRemoved', data: { at, factor: 'totp' } });
    case 'AddPasskey': {
      const { passkeyId, name } = command;
      if (state.passkeys.some(({ id }) => id === passkeyId)) return record();
      if (state.passkeys.length >= MOST_PASSKEYS) return reject({ code: 'tooManyPasskeys' });
      return record({ type: 'PasskeyAdded', data: { at, passkeyId, name } });
    }
    case 'RemovePasskey': {
      const { passkeyId } = command;
      if (!state.passkeys.some(({ id }) => id === passkeyId)) return reject({ code: 'passkeyNotFound' });
      if (isColleague(state.roles) && !state.secondFactor && state.passkeys.length === 1)
        return reject({ code: 'secondFactorNeeded' });
      return record({ type: 'PasskeyRemoved', data: { at, passkeyId } });
    }
    case 'RenewRecoveryCodes':
      return asksForMore(state)
        ? record({ type: 'RecoveryCodesRenewed', data: { at } })
        : reject({ code: 'noSecondFactor' });
  }
};
