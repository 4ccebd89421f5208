import { setTimeout as delay } from 'node:timers/promises';
import { codeAt, PERIOD_MS } from '../accounts/totp.ts';
import type { Client, Reply } from './client.ts';
import { DEMO_PASSWORD, DEMO_SECRET, emailOf } from './people.ts';

type Session = { token: string; user: { _id: string } };

export const asksForCode = ({ body }: Reply<object>): boolean => 'code' in body && body.code === 'secondFactorRequired';

/** Signs in a demo person, with a second factor if their role requires one. */
export const signInto = async (client: Client, name: string): Promise<Reply<Session>> => {
  const credentials = { email: emailOf(name), password: DEMO_PASSWORD };
  const withCode = (at: number): Promise<Reply<Session>> =>
    client.post('auth/login', { ...credentials, code: codeAt(DEMO_SECRET, at) });
  const first: Reply<Session> = await client.post('auth/login', credentials);
  if (!asksForCode(first)) return first;
  // a code opens one session, so try both valid codes and then wait for the next
  for (const ago of [PERIOD_MS, 0]) {
    const reply = await withCode(Date.now() - ago);
    if (reply.status === 200) return reply;
  }
  await delay(PERIOD_MS - (Date.now() % PERIOD_MS));
  return withCode(Date.now());
};
