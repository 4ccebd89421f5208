import { MINUTE } from '#domain/shared/instants.ts';

const KEY = 'toWatch';
/** Who has not come back by then begins anew. */
const KEPT_FOR = 30 * MINUTE;

/** A visitor wants to watch it, and logs in first: in this tab it is remembered until then. */
export const keepIntent = (listing: string): void => sessionStorage.setItem(KEY, `${listing} ${Date.now()}`);

/** Whether this is what was wanted; once. */
export const takeIntent = (listing: string): boolean => {
  const [wanted, at] = sessionStorage.getItem(KEY)?.split(' ') ?? [];
  if (wanted !== listing) return false;
  sessionStorage.removeItem(KEY);
  return Date.now() - Number(at) < KEPT_FOR;
};
