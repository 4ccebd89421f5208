import type { RuledCommand } from '#domain/transactions/allowed.ts';

/** Who does not mean well. `lateOnly`: acts in the last minute before whatever is due next, and at no other time. */
export type Temper = { likes: Partial<Record<RuledCommand, number>>; lateOnly: boolean };

/** Keeps the seller's money waiting with whatever is allowed. */
export const DELAYER: Temper = {
  lateOnly: true,
  likes: {
    SetShipping: 30,
    OpenCheckout: 30,
    PauseEscrow: 30,
    ResumeEscrow: 10,
    OpenDispute: 10,
    WithdrawDispute: 20,
    RequestReturn: 5,
    ShipReturn: 20,
  },
};

/** Claims everything, each time, and takes no answer. */
export const DISPUTER: Temper = {
  lateOnly: false,
  likes: {
    SetShipping: 30,
    OpenCheckout: 30,
    OpenDispute: 30,
    RefuseSettlement: 20,
    AppealDecision: 20,
    GiveStatement: 5,
    WithdrawDispute: 3,
    RequestReturn: 5,
    ShipReturn: 5,
  },
};
