import { createHmac } from 'node:crypto';
import { COMMAND_ID_HEADER } from '#application/contract/common.ts';
import type { CommandContext } from '#application/streams/command.ts';
import { actingRole } from '#domain/access/right.ts';
import { type Actor, SYSTEM } from '#domain/shared/actor.ts';
import type { Endpoint, SignedIn } from './endpoint.ts';
import { invalidInput } from './errors.ts';

export const COMMAND_ID = /^[A-Za-z0-9_-]{16,64}$/;

export type CommandRequest = {
  endpoint: Pick<Endpoint, 'method' | 'path' | 'may'>;
  /** The header's value. */
  commandId: string | undefined;
  correlationId: string;
  account: SignedIn | undefined;
  params: unknown;
  body: unknown;
};

/** The actor in the role of this call. */
export const actorOf = (account: SignedIn | undefined, { may }: Pick<Endpoint, 'may'>): Actor =>
  account ? { id: account.id, role: actingRole(may, account.roles) } : SYSTEM;

/**
 * The command id stored with events. It is derived per caller, so that ids of different callers never collide; for a visitor, from the
 * request body. The hash is keyed, so that it reveals nothing about a body. `commandIds.ts` has already refused an id with a different
 * request.
 */
const scoped = (key: string, { endpoint, commandId, account, params, body }: CommandRequest): string =>
  createHmac('sha256', key)
    .update(JSON.stringify([account?.id ?? '', endpoint.method, endpoint.path, params ?? null, commandId]))
    .update(account ? '' : JSON.stringify(body ?? null))
    .digest('hex')
    .slice(0, 32);

export const commandContext = (sent: CommandRequest, key: string, newId: () => string): CommandContext => {
  if (sent.commandId !== undefined && !COMMAND_ID.test(sent.commandId))
    throw invalidInput({ [COMMAND_ID_HEADER]: `${COMMAND_ID_HEADER} must be 16 to 64 letters, digits, - or _` });
  return {
    commandId: sent.commandId === undefined ? newId() : scoped(key, sent),
    correlationId: sent.correlationId,
    causationId: sent.correlationId,
    actor: actorOf(sent.account, sent.endpoint),
  };
};
