import { SECOND } from '#domain/shared/instants.ts';
import type { Renewing } from './renewal.ts';

/** The calls of the API, given by who makes them. */
export type Asking = Renewing & { get: <Body>(path: string) => Promise<Body> };

type Ask = (api: Asking) => Promise<boolean>;

/** ms; a connection that has not brought it by then does not. */
const PATIENCE = 10 * SECOND;

let say: (how: Ask) => void = () => undefined;
const said = new Promise<Ask>((resolve) => {
  say = resolve;
});

/** How somebody is asked to show again who they are, and answers whether they have. Said once, by what comes after the first page. */
export const askPersonWith = (how: Ask): void => say(how);

/** Whoever is quicker than that waits for it. */
export const askPerson: Ask = async (api) => {
  const never = new Promise<Ask>((resolve) => setTimeout(() => resolve(async () => false), PATIENCE));
  const ask = await Promise.race([said, never]);
  return ask(api);
};
