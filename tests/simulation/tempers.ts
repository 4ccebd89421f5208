import type { RuledCommand } from '#domain/transactions/allowed.ts';

/** A malicious buyer. `lateOnly`: acts only in the last minute before the next deadline. */
export type Temper = { likes: Partial<Record<RuledCommand, number>>; lateOnly: boolean };

/** Delays the seller's money with every allowed command. */
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

/** Always claims everything and accepts no answer. */
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
