import { account } from '#domain/accounts/account.ts';
import type { AccountCommand, AccountRejection } from '#domain/accounts/commands.ts';
import type { AccountEvent } from '#domain/accounts/events.ts';
import type { Account } from '#domain/accounts/state.ts';
import type { Result } from '#domain/shared/decider.ts';
import type { AccountId } from '#domain/shared/ids.ts';
import { type AccountDeps, accountStream, loadAccount } from './accounts/accountDeps.ts';
import {
  changePassword,
  forgotPassword,
  isResetToken,
  resendVerification,
  resetPassword,
  verifyEmail,
} from './accounts/recovery.ts';
import { type Registration, register } from './accounts/registration.ts';
import { sessionUserOf } from './accounts/sessionUser.ts';
import { renewSession, signIn } from './accounts/signIn.ts';
import { type CommandContext, handleCommand, type Outcome } from './handleCommand.ts';

export type { AccountDeps } from './accounts/accountDeps.ts';

/** A command without what every command carries. */
export type Request<Command extends { type: string; at: number; by: unknown }> = Command extends unknown
  ? Omit<Command, 'at' | 'by'>
  : never;

export const accountCommands = (deps: AccountDeps) => {
  const execute = (
    id: AccountId,
    request: Request<AccountCommand>,
    context: CommandContext,
  ): Promise<Result<Outcome<AccountEvent, Account>, AccountRejection>> => {
    const command = { ...request, at: deps.clock.now(), by: context.actor } as AccountCommand;
    return handleCommand(deps.journal, account, accountStream(id), command, context);
  };

  /** Roles and suspensions take hold at once: the account's sessions end. */
  const executeAndSignOut: typeof execute = async (id, request, context) => {
    const outcome = await execute(id, request, context);
    if (outcome.ok && outcome.value.events.length > 0) await deps.sessions.endAll(id);
    return outcome;
  };

  return {
    load: (id: AccountId) => loadAccount(deps.journal, id),
    sessionUserOf,
    isPassword: (id: AccountId, password: string) => deps.credentials.checkPassword(id, password),
    execute,
    executeAndSignOut,
    register: (registration: Registration, context: CommandContext) => register(registration, context, deps),
    signIn: (credentials: { email: string; password: string }) => signIn(credentials, deps),
    renewSession: (session: { id: AccountId; sessionId: string }) => renewSession(session, deps),
    signOut: (sessionId: string) => deps.sessions.end(sessionId),
    verifyEmail: (token: string, context: CommandContext) => verifyEmail(token, context, deps),
    resendVerification: (email: string, context: CommandContext) => resendVerification(email, context, deps),
    forgotPassword: (email: string, context: CommandContext) => forgotPassword(email, context, deps),
    isResetToken: (token: string) => isResetToken(token, deps),
    resetPassword: (reset: { token: string; password: string }, context: CommandContext) =>
      resetPassword(reset, context, deps),
    changePassword: (
      session: { id: AccountId; sessionId: string },
      passwords: { currentPassword: string; newPassword: string },
      context: CommandContext,
    ) => changePassword(session, passwords, context, deps),
  };
};

export type AccountCommands = ReturnType<typeof accountCommands>;
