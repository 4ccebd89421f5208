import { z } from 'zod';
import { id, timestamp } from './common.ts';

/**
 * Where an account is signed in; `device` in words, such as "Firefox on Windows". `country`: ISO 3166, in which the network is registered
 * from which the session was last renewed; null where no table says it.
 */
export const openSessions = z
  .object({
    sessions: z.array(
      z.object({
        id,
        device: z.string(),
        country: z.string().length(2).nullable(),
        current: z.boolean(),
        openedAt: timestamp,
        lastUsedAt: timestamp,
      }),
    ),
  })
  .meta({ id: 'OpenSessions' });
export type OpenSessions = z.infer<typeof openSessions>;
