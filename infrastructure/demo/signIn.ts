import { codeAt } from '../accounts/totp.ts';
import type { Client, Reply } from './client.ts';
import { DEMO_PASSWORD, DEMO_SECRET, emailOf } from './people.ts';

type Session = { token: string; user: { _id: string } };

export const asksForCode = ({ body }: Reply<object>): boolean => 'code' in body && body.code === 'secondFactorRequired';

/** One of the demo's people, with the code of their second factor where a role asks for one. */
export const signInto = async (client: Client, name: string): Promise<Reply<Session>> => {
  const credentials = { email: emailOf(name), password: DEMO_PASSWORD };
  const first: Reply<Session> = await client.post('auth/login', credentials);
  if (!asksForCode(first)) return first;
  let reply = first;
  // one code opens one session: there are three that are good at a moment
  for (const ms of [-30_000, 0, 30_000])
    if (reply.status !== 200)
      reply = await client.post('auth/login', { ...credentials, code: codeAt(DEMO_SECRET, Date.now() + ms) });
  return reply;
};
