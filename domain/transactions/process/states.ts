import type { Status } from '../statuses.ts';

/** The states of each region. They are written out because the type of the events depends on the state of a transaction. */
export type EscrowState = {
  status: Status | 'draft';
  /** Where the captured money is. */
  money: 'none' | 'escrow' | 'refunding' | 'payable' | 'transit' | 'paid' | 'gone';
  pause: 'none' | 'paused';
  dispute: 'none' | 'awaiting_seller' | 'under_review' | 'decided' | 'deferred' | 'settled' | 'withdrawn';
  return: 'none' | 'requested' | 'approved' | 'shipped' | 'received' | 'refused' | 'lapsed' | 'rejected';
  chargeback: 'none' | 'open' | 'lost';
  staff: 'none' | 'held';
  proposal: 'none' | 'pending';
  records: 'open';
};
export type RegionName = keyof EscrowState;
