import { type Result, record, reject } from '../shared/decider.ts';
import type { Instant } from '../shared/instants.ts';
import type { AccountCommand, AccountRejection } from './commands.ts';
import { endOpenEmailChange } from './emailChange.ts';
import type { AccountEvent, Secured, WhyFactorRevoked } from './events.ts';
import { FACTOR_PENDING, isColleague, MOST_PASSKEYS } from './limits.ts';
import type { Account } from './state.ts';

type FactorCommand = Extract<
  AccountCommand,
  {
    type:
      | 'AddSecondFactor'
      | 'RemoveSecondFactor'
      | 'AddPasskey'
      | 'RemovePasskey'
      | 'RenewRecoveryCodes'
      | 'DisownFactor';
  }
>;

/** Whether a sign-in needs more than the password. */
export const asksForMore = ({ secondFactor, passkeys }: Account): boolean => secondFactor || passkeys.length > 0;

/** End of the pending time of the first second factor; null if it is not pending. */
export const factorPendingUntil = ({ frozenUntil }: Account, at: Instant): Instant | null =>
  frozenUntil !== null && at < frozenUntil ? frozenUntil : null;

const pendingFrom = (state: Account, at: Instant): { pendingUntil?: Instant } =>
  asksForMore(state) ? {} : { pendingUntil: at + FACTOR_PENDING };

/** Removes every factor younger than 72 hours: a thief may have added it. */
export const revokeYoungFactors = (state: Account, at: Instant, why: Secured): AccountEvent[] => {
  const isYoung = (addedAt: Instant | null) => addedAt !== null && at < addedAt + FACTOR_PENDING;
  const passkeys = state.passkeys.filter(({ addedAt }) => isYoung(addedAt));
  return [
    ...(isYoung(state.secondFactorAt)
      ? [{ type: 'SecondFactorRemoved' as const, data: { at, factor: 'totp' as const, why } }]
      : []),
    ...passkeys.map(({ id }) => ({ type: 'PasskeyRemoved' as const, data: { at, passkeyId: id, why } })),
  ];
};

/** Authenticator apps and passkeys. An account with a role must keep one. */
export const decideFactor = (command: FactorCommand, state: Account): Result<AccountEvent[], AccountRejection> => {
  const { at } = command;
  switch (command.type) {
    // also if one is in use: a replaced app must be announced to the owner
    case 'AddSecondFactor':
      return record({ type: 'SecondFactorAdded', data: { at, factor: 'totp', ...pendingFrom(state, at) } });
    case 'RemoveSecondFactor':
      if (!state.secondFactor) return record();
      if (!command.why && isColleague(state.roles) && state.passkeys.length === 0)
        return reject({ code: 'secondFactorNeeded' });
      return record({ type: 'SecondFactorRemoved', data: { at, factor: 'totp', ...whyOf(command) } });
    case 'AddPasskey': {
      const { passkeyId, name } = command;
      if (state.passkeys.some(({ id }) => id === passkeyId)) return record();
      if (state.passkeys.length >= MOST_PASSKEYS) return reject({ code: 'tooManyPasskeys' });
      return record({ type: 'PasskeyAdded', data: { at, passkeyId, name, ...pendingFrom(state, at) } });
    }
    case 'RemovePasskey': {
      const { passkeyId } = command;
      if (!state.passkeys.some(({ id }) => id === passkeyId)) return reject({ code: 'passkeyNotFound' });
      if (!command.why && isColleague(state.roles) && !state.secondFactor && state.passkeys.length === 1)
        return reject({ code: 'secondFactorNeeded' });
      return record({ type: 'PasskeyRemoved', data: { at, passkeyId, ...whyOf(command) } });
    }
    case 'DisownFactor':
      return factorPendingUntil(state, at) === null
        ? reject({ code: 'factorLinkGone' })
        : record(...revokeYoungFactors(state, at, 'disowned'), ...endOpenEmailChange(state, at, 'disowned'));
    case 'RenewRecoveryCodes':
      return asksForMore(state)
        ? record({ type: 'RecoveryCodesRenewed', data: { at } })
        : reject({ code: 'noSecondFactor' });
  }
};

const whyOf = ({ why }: { why?: WhyFactorRevoked }): { why?: WhyFactorRevoked } => (why ? { why } : {});

/** Only the reader of the account's mail ends the freeze early. A thief with a session must not. */
export const frozenAfter = (frozenUntil: Instant | null, why: WhyFactorRevoked | undefined): Instant | null =>
  why === 'passwordReset' || why === 'disowned' ? null : frozenUntil;
