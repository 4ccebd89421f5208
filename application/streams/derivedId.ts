import { createHash } from 'node:crypto';
import type { Id } from '#domain/shared/ids.ts';
import type { CommandContext } from './command.ts';

const UUID_V7 = /^([0-9a-f]{12})7[0-9a-f]{3}[89ab][0-9a-f]{15}$/;

/**
 * The id of what a command creates, derived from the command's id and its actor: a retry creates nothing new, and nobody can hit
 * on another's id. As sortable as the command's id: the time of a UUIDv7 is kept.
 */
export const derivedId = (kind: string, { commandId, actor }: CommandContext): Id => {
  const digest = createHash('sha256').update(`${kind}:${actor.id}:${commandId}`).digest('hex');
  const time = UUID_V7.exec(commandId.replaceAll('-', '').toLowerCase())?.[1] ?? digest.slice(32, 44);
  return `${time}7${digest.slice(0, 3)}8${digest.slice(3, 18)}`;
};
