import { reject } from '#domain/shared/decider.ts';
import type { AccountId, Id } from '#domain/shared/ids.ts';
import type { NewPasskeyAnswer, PasskeyAnswer } from '../contract/passkeys.ts';
import type { CommandContext } from '../streams/command.ts';
import type { AccountDeps, Arrival } from './accountDeps.ts';
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
import { type Registration, register } from './registration.ts';
import { renewSession, resumeSession } from './renewal.ts';
import { disownFactor, lookAtFactorLink } from './revokedFactors.ts';
import { addSecondFactor, removeSecondFactor, renewRecoveryCodes, type Shown, stepUp } from './secondFactors.ts';
import type { WhyOver } from './sessions.ts';
import { sessionUserOf } from './sessionUser.ts';
import { signIn, signInByPasskey } from './signIn.ts';
import { confirmTermination } from './terminations.ts';

export type { AccountDeps } from './accountDeps.ts';

export type SessionOver = 'expired' | 'ended' | 'suspended' | 'reused' | 'unknown';

type SignedInAs = { id: AccountId; sessionId: string };

export const accountCommands = (deps: AccountDeps) => {
  const { load, send } = deps.repository.accounts;

  /** Roles and suspensions take hold at once: the account's sessions end, also those that the same call left the first time. */
  const sendAndSignOut: typeof send = async (id, request, context) => {
    const outcome = await send(id, request, context);
    if (outcome.ok) await deps.sessions.endAll(id);
    return outcome;
  };

  /** `suspended`: it ended with its account's right to sign in. */
  const said = async (why: WhyOver): Promise<SessionOver> => {
    if (typeof why === 'string') return why;
    return (await load(why.endedOf)).state.status === 'suspended' ? 'suspended' : 'ended';
  };

  return {
    load,
    sessionUserOf,
    checkOwnPassword: (id: AccountId, password: string) => checkOwnPassword(id, password, deps),
    send,
    sendAndSignOut,
    confirmTermination: (id: AccountId, proposed: Parameters<typeof confirmTermination>[1], context: CommandContext) =>
      confirmTermination(id, proposed, context, deps),
    register: (registration: Registration, context: CommandContext) => register(registration, context, deps),
    signIn: (credentials: { email: string; password: string } & Shown, arrival: Arrival) =>
      signIn(credentials, arrival, deps),
    renewSession: (session: Parameters<typeof renewSession>[0], network: string) =>
      renewSession(session, network, deps),
    /** By the refresh token of a browser, from `network`. */
    resumeSession: async (refreshToken: string, network: string) => {
      const resumed = await resumeSession(refreshToken, network, deps);
      if (resumed.ok) return resumed;
      const { error } = resumed;
      return error.code === 'over' ? reject({ ...error, why: await said(error.why) }) : reject(error);
    },
    /** Of a token that is not good. */
    whyOver: async (token: string): Promise<SessionOver> => said(await deps.sessions.whyOver(token)),
    signOut: (sessionId: string) => deps.sessions.end(sessionId),
    sessionsOf: (id: AccountId) => deps.sessions.list(id),
    endSession: (id: AccountId, sessionId: string) => deps.sessions.end(sessionId, id),
    endOtherSessions: ({ id, sessionId }: { id: AccountId; sessionId: string }) => deps.sessions.endAll(id, sessionId),
    stepUp: (session: SignedInAs, shown: Shown & { password?: string | undefined }, network: string) =>
      stepUp(session, shown, network, deps),
    addSecondFactor: (session: SignedInAs, code: string, context: CommandContext) =>
      addSecondFactor(session, code, context, deps),
    renewRecoveryCodes: (session: SignedInAs, context: CommandContext) => renewRecoveryCodes(session, context, deps),
    removeSecondFactor: (session: SignedInAs, context: CommandContext) => removeSecondFactor(session, context, deps),
    lookAtFactorLink: (token: string) => lookAtFactorLink(token, deps),
    disownFactor: (token: string, context: CommandContext) => disownFactor(token, context, deps),
    askAnyPasskey: () => askAnyPasskey(deps),
    askPasskeyOf: (id: AccountId) => askPasskeyOf(id, deps),
    signInByPasskey: (passkey: PasskeyAnswer, arrival: Arrival) => signInByPasskey(passkey, arrival, deps),
    beginPasskey: (id: AccountId) => beginPasskey(id, deps),
    addPasskey: (session: SignedInAs, made: { name: string; passkey: NewPasskeyAnswer }, context: CommandContext) =>
      addPasskey(session, made, context, deps),
    removePasskey: (session: SignedInAs, passkeyId: Id, context: CommandContext) =>
      removePasskey(session, passkeyId, context, deps),
    rememberRegistrant: (id: AccountId) => rememberRegistrant(id, deps),
    verifyEmail: (link: Parameters<typeof verifyEmail>[0], arrival: Arrival, context: CommandContext) =>
      verifyEmail(link, arrival, context, deps),
    resendVerification: (email: string, context: CommandContext) => resendVerification(email, context, deps),
    forgotPassword: (email: string, context: CommandContext) => forgotPassword(email, context, deps),
    isResetToken: (token: string) => isResetToken(token, deps),
    resetPassword: (reset: { token: string; password: string }, context: CommandContext) =>
      resetPassword(reset, context, deps),
    requestEmailChange: (id: AccountId, email: string, context: CommandContext) =>
      requestEmailChange(id, email, context, deps),
    openEmailChangeOf: (id: AccountId) => openEmailChangeOf(id, deps),
    withdrawEmailChange: (id: AccountId, context: CommandContext) => withdrawEmailChange(id, context, deps),
    lookAtEmailLink: (token: string) => lookAtEmailLink(token, deps),
    confirmEmailChange: (token: string, own: SignedInAs | undefined, context: CommandContext) =>
      confirmEmailChange(token, own, context, deps),
    refuseEmailChange: (token: string, context: CommandContext) => refuseEmailChange(token, context, deps),
    changePassword: (
      session: { id: AccountId; sessionId: string },
      passwords: { currentPassword: string; newPassword: string },
      context: CommandContext,
    ) => changePassword(session, passwords, context, deps),
  };
};

export type AccountCommands = ReturnType<typeof accountCommands>;
