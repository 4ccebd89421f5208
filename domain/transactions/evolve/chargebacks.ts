import { claimedPayment } from '../claims.ts';
import { currencyOf } from '../currency.ts';
import { sellersShare } from '../fees.ts';
import { givenBack, takenFrom } from '../ledger.ts';
import type { Transaction } from '../state.ts';
import type { Chargeback } from '../stateShape.ts';
import { escrowOver, frozen, inspectionStops } from './escrowPeriod.ts';
import { type Change, type Evolutions, nothing } from './evolution.ts';
import { owedBy, paidByOwed, withOwed } from './owed.ts';

type Named = { chargebackId: string; amount?: number; saidAt?: number | undefined };
type Owed = { owed?: number | undefined };

/** So much of a claim was paid by what was owed beside the sale. */
const owing = ({ chargebacks }: Transaction, id: string, owed: number): Pick<Transaction, 'chargebacks'> => {
  const claim = chargebacks[id];
  return { chargebacks: claim ? { ...chargebacks, [id]: withOwed(claim, owed) } : chargebacks };
};

/** So much of it the bank has given back since it took it. */
const withBack = ({ chargebacks }: Transaction, id: string, sum: number): Pick<Transaction, 'chargebacks'> => {
  const { back: _, ...claim } = chargebacks[id] ?? { amount: 0, stands: 'won' };
  return { chargebacks: { ...chargebacks, [id]: sum > 0 ? { ...claim, back: sum } : claim } };
};

const chargebackStands = (
  { chargebacks }: Transaction,
  { chargebackId: id, amount = chargebacks[id]?.amount ?? 0 }: Named,
  stands: Chargeback['stands'],
  words: Pick<Chargeback, 'wonAt' | 'lostAt'> = {},
): Pick<Transaction, 'chargebacks'> => ({
  chargebacks: { ...chargebacks, [id]: { ...chargebacks[id], amount, stands, ...words } },
});

/** Of a word that names no time, such as the staff's, the provider's before it still counts. */
const isWon = (transaction: Transaction, { chargebackId, saidAt }: Named) =>
  chargebackStands(transaction, { chargebackId }, 'won', saidAt === undefined ? {} : { wonAt: saidAt });
const isLost = (transaction: Transaction, { owed = 0, ...said }: Named & Owed) => {
  const words = said.saidAt === undefined ? {} : { lostAt: said.saidAt };
  const moved = chargebackStands(transaction, said, 'lost', words);
  const { back = 0, wonAt = 0 } = transaction.chargebacks[said.chargebackId] ?? {};
  const isOlder = said.saidAt !== undefined && said.saidAt < wonAt;
  const { chargebacks } = withBack({ ...transaction, ...moved }, said.chargebackId, isOlder ? back : 0);
  const payment = claimedPayment(transaction, transaction.chargebacks[said.chargebackId] ?? {});
  return { ...owing({ ...transaction, chargebacks }, said.chargebackId, owed), ...owedBy(transaction, payment, -owed) };
};

/** The money has left, or is gone: what held it holds nothing any more, and is still to be decided. */
export const holdsNothing = ({ chargebacks }: Pick<Transaction, 'chargebacks'>): Pick<Transaction, 'chargebacks'> => ({
  chargebacks: Object.fromEntries(
    Object.entries(chargebacks).map(([id, each]) => [
      id,
      each.stands === 'open' ? { ...each, stands: 'lateOpen' as const } : each,
    ]),
  ),
});

/** The sale's own money comes now, in `own`: claims told before it name their currency where it is another one. */
export const namedAnew = (transaction: Transaction, own: string): Pick<Transaction, 'chargebacks'> => ({
  chargebacks: Object.fromEntries(
    Object.entries(transaction.chargebacks).map(([id, { currency = currencyOf(transaction), ...each }]) => [
      id,
      { ...each, ...(currency !== own && { currency }) },
    ]),
  ),
});

/** The seller's part of what is left, in the release that stands or in that to come after the refund. */
const partsAfter = (
  transaction: Transaction,
  change: { inEscrow: number; refundInTransit: number; payable: number },
): Change => {
  const { released, refund } = transaction;
  if (transaction.money === 'payable')
    return { released: released && { ...released, toSeller: released.toSeller + change.payable } };
  if (transaction.money !== 'refunding' || !refund) return {};
  const amount = refund.amount + change.refundInTransit;
  if (refund.whole) return { refund: { ...refund, amount } };
  const left = transaction.inEscrow + change.inEscrow;
  const toSeller = sellersShare(left, transaction.fee);
  return { refund: { ...refund, amount, toSeller, fee: left - toSeller } };
};

const lessBy = (transaction: Transaction, amount: number): Change => {
  const { inEscrow, refundInTransit, payable } = takenFrom(transaction, amount);
  return partsAfter(transaction, { inEscrow: -inEscrow, refundInTransit: -refundInTransit, payable: -payable });
};

const moreBy = (transaction: Transaction, amount: number): Change => {
  const { rest } = givenBack(transaction, amount);
  return partsAfter(transaction, { inEscrow: rest, refundInTransit: 0, payable: rest });
};

/** The bank has it, or it went for what the bank had taken: no release stands. */
const nothingLeft: Change = { ...escrowOver, released: null };

/** Banks give back a part, too; the rest stays lost. */
const reversed = (
  { chargebackId, amount, owed = 0, saidAt }: Named & Owed & { amount: number },
  transaction: Transaction,
) => {
  const { amount: lost = 0, owed: paid = 0, back = 0, paymentId } = transaction.chargebacks[chargebackId] ?? {};
  const rest = lost - amount;
  const payment = claimedPayment(transaction, { paymentId });
  const words = saidAt === undefined ? {} : { wonAt: saidAt };
  const said = { chargebackId, amount: rest > 0 ? rest : back + amount };
  const moved = chargebackStands(transaction, said, rest > 0 ? 'lost' : 'won', words);
  const { chargebacks } = withBack({ ...transaction, ...moved }, chargebackId, rest > 0 ? back + amount : 0);
  // what made good our loss by other claims has been paid for them by what was owed
  const forOthers = Math.max(0, Math.min(paid, amount - (lost - paid)) - owed);
  const change = owing({ ...transaction, chargebacks }, chargebackId, paid - owed - forOthers);
  const paidFor =
    payment === null || forOthers === 0
      ? change.chargebacks
      : paidByOwed({ ...transaction, ...change }, payment, forOthers);
  return { chargebacks: paidFor, ...owedBy(transaction, payment, owed) };
};

type PartLost = Named & Owed & { amount: number; ours: number };

const partlyLost = (data: PartLost, transaction: Transaction): Change => ({
  ...isLost(transaction, data),
  ...lessBy(transaction, data.amount - data.ours - (data.owed ?? 0)),
});

export const chargebacks = {
  ChargebackOpened: ({ at, chargebackId, amount, remaining }, transaction) => ({
    ...frozen({ remaining }),
    ...inspectionStops({ at }, transaction),
    ...chargebackStands(transaction, { chargebackId, amount }, 'open'),
  }),
  ChargebackWon: (data, transaction) => isWon(transaction, data),
  OneChargebackWon: (data, transaction) => isWon(transaction, data),
  ChargebackLost: (data, transaction) => {
    const change = isLost(transaction, data);
    return { ...nothingLeft, ...change, ...holdsNothing(change) };
  },
  ChargebackPartlyLost: (data, transaction) => {
    const change = partlyLost(data, transaction);
    return { ...change, ...holdsNothing({ ...transaction, ...change }) };
  },
  OneChargebackPartlyLost: partlyLost,
  ChargebackReversed: reversed,
  ChargebackPartlyReversed: (data, transaction) => ({
    ...reversed(data, transaction),
    ...moreBy(transaction, data.amount),
  }),
  LateChargebackOpened: ({ chargebackId, amount, currency, paymentId }, transaction) => {
    const ofOther = currency !== undefined && currency !== currencyOf(transaction);
    const { currency: _, ...known } = transaction.chargebacks[chargebackId] ?? {};
    const named = { ...(ofOther && { currency }), ...(paymentId !== undefined && { paymentId }) };
    const opened = { ...known, amount, stands: 'lateOpen' as const, ...named };
    return { chargebacks: { ...transaction.chargebacks, [chargebackId]: opened } };
  },
  LateChargebackWon: (data, transaction) => isWon(transaction, data),
  LateChargebackLost: (data, transaction) => isLost(transaction, data),
  LateChargebackReversed: reversed,
  LossRecovered: (_, transaction) => ({ ...nothingLeft, ...holdsNothing(transaction) }),
  LossPartlyRecovered: ({ amount }, transaction) => lessBy(transaction, amount),
  ChargebackEndedByStaff: nothing,
} satisfies Partial<Evolutions>;
