import { createHash } from 'node:crypto';
import type { Id } from '#domain/shared/ids.ts';
import type { CommandContext } from './command.ts';

const UUID_V7 = /^([0-9a-f]{12})7[0-9a-f]{3}[89ab][0-9a-f]{15}$/;

/**
 * An id derived from the command id and its actor: a retry creates nothing new, and nobody can choose another
 * user's id. It keeps the time of a UUIDv7, so it sorts like one.
 */
export const derivedId = (kind: string, { commandId, actor }: CommandContext): Id => {
  const digest = createHash('sha256').update(`${kind}:${actor.id}:${commandId}`).digest('hex');
  const time = UUID_V7.exec(commandId.replaceAll('-', '').toLowerCase())?.[1] ?? digest.slice(32, 44);
  return `${time}7${digest.slice(0, 3)}8${digest.slice(3, 18)}`;
};
