import { SECOND } from '#domain/shared/instants.ts';
import type { Renewing } from './renewal.ts';

/** API calls, injected by the client. */
export type Asking = Renewing & { get: <Body>(path: string) => Promise<Body> };

type Ask = (api: Asking) => Promise<boolean>;

/** ms before loading the dialog's code counts as failed. */
const PATIENCE = 10 * SECOND;

let say: (how: Ask) => void = () => undefined;
const said = new Promise<Ask>((resolve) => {
  say = resolve;
});

/** Asks the user to authenticate again; resolves to whether they did. Registered after the first page. */
export const askPersonWith = (how: Ask): void => say(how);

/** Waits for the dialog's code if the user is faster. */
export const askPerson: Ask = async (api) => {
  const never = new Promise<Ask>((resolve) => setTimeout(() => resolve(async () => false), PATIENCE));
  const ask = await Promise.race([said, never]);
  return ask(api);
};
