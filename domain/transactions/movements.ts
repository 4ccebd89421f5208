import type { Cents } from '../shared/money.ts';
import { heldMoney, isRefundOf, lostToPayer, type Transaction } from './state.ts';
import type { Balances } from './stateShape.ts';

/** Changes by balance, or by account for money that is in no balance, such as duplicate payments. */
export type Movement = Partial<
  Balances & { psp_clearing: Cents; own_bank: Cents; platform_loss: Cents; duplicate: Cents }
>;

export const NONE: Movement = {};

/** A bank takes `owed` cents of a duplicate payment; a negative sum returns them. */
export const paidByOwed = (owed: Cents): Movement => (owed === 0 ? NONE : { duplicate: -owed, psp_clearing: owed });

/** Money kept for the seller covers the bank's claims before we make a loss. */
const beyondHeld = (amount: Cents, { keptForSeller }: Transaction): Movement => {
  const fromKept = Math.min(amount, keptForSeller);
  return { keptForSeller: -fromKept, platformLoss: amount - fromKept };
};

/** The payer's bank takes the seller's part first, then the fee; anything beyond is our loss. */
export const chargedBack = (amount: Cents, transaction: Transaction): Movement => {
  const held = heldMoney(transaction);
  return {
    inEscrow: -transaction.inEscrow,
    refundInTransit: -transaction.refundInTransit,
    payable: -transaction.payable,
    feeTaken: Math.max(0, held - amount) - transaction.feeTaken,
    chargedBack: amount,
    ...beyondHeld(Math.max(0, amount - held), transaction),
  };
};

export const lateLost = (
  { amount, owed = 0 }: { amount: Cents; owed?: Cents | undefined },
  transaction: Transaction,
): Movement => ({
  ...beyondHeld(amount - owed, transaction),
  chargedBack: amount - owed,
  ...paidByOwed(owed),
});

/** The part of a late refund that nobody is charged with, and the part that the payer got twice, are our loss. */
export const arrivedBeyond = ({
  amount,
  ours,
  twice = 0,
}: {
  amount: Cents;
  ours: Cents;
  twice?: Cents | undefined;
}): Movement => {
  const lost = ours + twice;
  return {
    refundInTransit: lost - amount,
    refunded: amount - twice,
    platformLoss: lost,
    ...(twice > 0 && { refundedTwice: twice }),
  };
};

/** The rest that is due to the seller is kept apart from the fee. */
export const arrivedLate = ({ amount, kept = 0 }: { amount: Cents; kept?: Cents | undefined }): Movement => ({
  payable: -amount - kept,
  paidOut: amount,
  keptForSeller: kept,
});

export const otherLost = ({ amount, owed = 0 }: { amount: Cents; owed?: Cents | undefined }): Movement => ({
  psp_clearing: amount,
  duplicate: -owed,
  platform_loss: owed - amount,
});

export const isOfOwnPayment = ({ paymentId, duplicates }: Transaction, refundId: string): boolean => {
  const owed = paymentId === null ? undefined : duplicates[paymentId];
  return owed !== undefined && isRefundOf(owed, refundId);
};

/** Which balances pay if the transaction continues: the released money, or else escrow and then a failed refund. */
export const takenFrom = (
  transaction: Transaction,
  amount: Cents,
): Pick<Balances, 'inEscrow' | 'refundInTransit' | 'payable'> => {
  if (transaction.money === 'payable') return { inEscrow: 0, refundInTransit: 0, payable: amount };
  const inEscrow = Math.min(amount, transaction.inEscrow);
  return { inEscrow, refundInTransit: amount - inEscrow, payable: 0 };
};

export const taken = (transaction: Transaction, amount: Cents): Movement => {
  const { inEscrow, refundInTransit, payable } = takenFrom(transaction, amount);
  return { inEscrow: -inEscrow, refundInTransit: -refundInTransit, payable: -payable };
};

/** Money that the bank returns covers our loss first; the rest joins the money of the transaction. */
export const givenBack = (transaction: Transaction, amount: Cents): { ours: Cents; rest: Cents } => {
  const ours = Math.min(amount, lostToPayer(transaction));
  return { ours, rest: amount - ours };
};

export const partlyReversed = (transaction: Transaction, amount: Cents): Movement => {
  const { ours, rest } = givenBack(transaction, amount);
  return {
    chargedBack: -amount,
    platformLoss: -ours,
    [transaction.money === 'payable' ? 'payable' : 'inEscrow']: rest,
  };
};

/** The payout did not leave, so its money is payable again. */
export const backToPayable = (_: unknown, { payoutInTransit }: Transaction): Movement => ({
  payoutInTransit: -payoutInTransit,
  payable: payoutInTransit,
});

type PartialLoss = { amount: Cents; ours: Cents; owed?: Cents | undefined };

export const partLost = ({ amount, ours, owed = 0 }: PartialLoss, transaction: Transaction): Movement => ({
  ...taken(transaction, amount - owed - ours),
  chargedBack: amount - owed,
  platformLoss: ours,
  ...paidByOwed(owed),
});
