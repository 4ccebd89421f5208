import { reject } from '#domain/shared/decider.ts';
import type { AccountId } from '#domain/shared/ids.ts';
import { bindDeps } from '../shared/bindDeps.ts';
import type { AccountDeps } from './accountDeps.ts';
import {
  confirmEmailChange,
  lookAtEmailLink,
  openEmailChangeOf,
  refuseEmailChange,
  requestEmailChange,
  withdrawEmailChange,
} from './emailChange.ts';
import { checkOwnPassword } from './ownPassword.ts';
import { addPasskey, askAnyPasskey, askPasskeyOf, beginPasskey, removePasskey } from './passkeys.ts';
import {
  changePassword,
  forgotPassword,
  isResetToken,
  rememberRegistrant,
  resendVerification,
  resetPassword,
  verifyEmail,
} from './recovery.ts';
import { register } from './registration.ts';
import { renewSession, resumeSession } from './renewal.ts';
import { disownFactor, lookAtFactorLink } from './revokedFactors.ts';
import { addSecondFactor, removeSecondFactor, renewRecoveryCodes, stepUp } from './secondFactors.ts';
import type { WhyOver } from './sessions.ts';
import { sessionUserOf } from './sessionUser.ts';
import { signIn, signInByPasskey } from './signIn.ts';
import { confirmTermination } from './staffTenure.ts';

export type { AccountDeps } from './accountDeps.ts';

export type SessionOver = 'expired' | 'ended' | 'suspended' | 'reused' | 'unknown';

export const accountCommands = (deps: AccountDeps) => {
  const { load, send } = deps.repository.accounts;

  /** Ends the account's sessions so that roles and suspensions apply at once. A repeated call ends those that the first one missed. */
  const sendAndSignOut: typeof send = async (id, request, context) => {
    const outcome = await send(id, request, context);
    if (outcome.ok) await deps.sessions.endAll(id);
    return outcome;
  };

  /** `suspended`: the session ended because its account may no longer sign in. */
  const overBecause = async (why: WhyOver): Promise<SessionOver> => {
    if (typeof why === 'string') return why;
    return (await load(why.endedOf)).state.status === 'suspended' ? 'suspended' : 'ended';
  };

  return {
    ...bindDeps(deps, {
      addPasskey,
      addSecondFactor,
      askAnyPasskey,
      askPasskeyOf,
      beginPasskey,
      changePassword,
      checkOwnPassword,
      confirmEmailChange,
      confirmTermination,
      disownFactor,
      forgotPassword,
      isResetToken,
      lookAtEmailLink,
      lookAtFactorLink,
      openEmailChangeOf,
      refuseEmailChange,
      register,
      rememberRegistrant,
      removePasskey,
      removeSecondFactor,
      renewRecoveryCodes,
      renewSession,
      requestEmailChange,
      resendVerification,
      resetPassword,
      signIn,
      signInByPasskey,
      stepUp,
      verifyEmail,
      withdrawEmailChange,
    }),
    load,
    send,
    sendAndSignOut,
    sessionUserOf,
    /** Renews the session of a browser by its refresh token, from `network`. */
    resumeSession: async (refreshToken: string, network: string) => {
      const resumed = await resumeSession(refreshToken, network, deps);
      if (resumed.ok) return resumed;
      const { error } = resumed;
      return error.code === 'over' ? reject({ ...error, why: await overBecause(error.why) }) : reject(error);
    },
    /** Why a token is no longer valid. */
    whyOver: async (token: string): Promise<SessionOver> => overBecause(await deps.sessions.whyOver(token)),
    signOut: (sessionId: string) => deps.sessions.end(sessionId),
    sessionsOf: (id: AccountId) => deps.sessions.list(id),
    endSession: (id: AccountId, sessionId: string) => deps.sessions.end(sessionId, id),
    endOtherSessions: ({ id, sessionId }: { id: AccountId; sessionId: string }) => deps.sessions.endAll(id, sessionId),
  };
};

export type AccountCommands = ReturnType<typeof accountCommands>;
