import type { Transaction } from './state.ts';

/** With whom the item is. `sentBack`: a return has sent it, so it may be with either, or on its way. */
export type ItemPlace = 'buyer' | 'seller' | 'sentBack';

export const SENT_BACK: readonly string[] = ['shipped', 'received', 'rejected'] satisfies Transaction['return'][];

/** A shipped item counts as the buyer's, even while it is on its way. */
export const itemPlaceOf = ({
  shipped,
  returned,
}: {
  shipped: boolean;
  /** The state of the return, if there is one. */
  returned: string | undefined;
}): ItemPlace => {
  if (!shipped) return 'seller';
  return returned !== undefined && SENT_BACK.includes(returned) ? 'sentBack' : 'buyer';
};
