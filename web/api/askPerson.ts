import type { Asking } from './makeEnough.ts';

type Ask = (api: Asking) => Promise<boolean>;

let ask: Ask = async () => false;

/** How somebody is asked to show again who they are, and answers whether they have. Said once, by what comes after the first page. */
export const askPersonWith = (how: Ask): void => {
  ask = how;
};

export const askPerson: Ask = (api) => ask(api);
