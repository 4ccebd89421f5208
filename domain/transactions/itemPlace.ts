import type { Transaction } from './state.ts';

/** The party that has the item. `sentBack`: the buyer sent it back, so either party may have it, or it is on its way. */
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
