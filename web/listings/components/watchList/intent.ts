import { MINUTE } from '#domain/shared/instants.ts';

const KEY = 'toWatch';
/** The intent expires after this time. */
const KEPT_FOR = 30 * MINUTE;

/** Remembers in this tab what a visitor wanted to watch, until they have logged in. */
export const keepIntent = (listing: string): void => sessionStorage.setItem(KEY, `${listing} ${Date.now()}`);

/** Takes the intent if it is for this listing. */
export const takeIntent = (listing: string): boolean => {
  const [wanted, at] = sessionStorage.getItem(KEY)?.split(' ') ?? [];
  if (wanted !== listing) return false;
  sessionStorage.removeItem(KEY);
  return Date.now() - Number(at) < KEPT_FOR;
};
