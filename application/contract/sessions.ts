import { z } from 'zod';
import { id, timestamp } from './common.ts';

/** Where an account is signed in; `device` in words, such as "Firefox on Windows". */
export const openSessions = z
  .object({
    sessions: z.array(
      z.object({ id, device: z.string(), current: z.boolean(), openedAt: timestamp, lastUsedAt: timestamp }),
    ),
  })
  .meta({ id: 'OpenSessions' });
export type OpenSessions = z.infer<typeof openSessions>;
