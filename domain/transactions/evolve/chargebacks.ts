import { claimedPayment } from '../claims.ts';
import { currencyOf } from '../currency.ts';
import { sellersShare } from '../fees.ts';
import { givenBack, takenFrom } from '../movements.ts';
import type { Transaction } from '../state.ts';
import type { Chargeback } from '../stateShape.ts';
import type { Change } from './change.ts';
import { escrowOver } from './escrowPeriod.ts';
import { owedBy, paidByOwed, withOwed } from './owedToPayer.ts';

type ChargebackRef = { chargebackId: string; amount?: number; saidAt?: number | undefined };
type OwedPart = { owed?: number | undefined };

/** Sets how much of a chargeback the money owed for duplicate payments has covered. */
const owing = ({ chargebacks }: Transaction, id: string, owed: number): Pick<Transaction, 'chargebacks'> => {
  const claim = chargebacks[id];
  return { chargebacks: claim ? { ...chargebacks, [id]: withOwed(claim, owed) } : chargebacks };
};

/** Sets how much of a chargeback the bank has returned since it took the money. */
const withBack = ({ chargebacks }: Transaction, id: string, sum: number): Pick<Transaction, 'chargebacks'> => {
  const { back: _, ...claim } = chargebacks[id] ?? { amount: 0, stands: 'won' };
  return { chargebacks: { ...chargebacks, [id]: sum > 0 ? { ...claim, back: sum } : claim } };
};

export const chargebackStands = (
  { chargebacks }: Transaction,
  { chargebackId: id, amount = chargebacks[id]?.amount ?? 0 }: ChargebackRef,
  stands: Chargeback['stands'],
  words: Pick<Chargeback, 'wonAt' | 'lostAt' | 'respondBy'> = {},
): Pick<Transaction, 'chargebacks'> => {
  const { ending, ...claim } = chargebacks[id] ?? {};
  const waits = ending && stands === 'open' ? { ending } : {};
  return { chargebacks: { ...chargebacks, [id]: { ...claim, ...waits, amount, stands, ...words } } };
};

/** Sets or ends the proposal to end a chargeback by hand. */
export const endWaits = (
  { chargebacks }: Transaction,
  id: string,
  waiting?: Chargeback['ending'],
): Pick<Transaction, 'chargebacks'> => {
  const { ending: _, ...claim } = chargebacks[id] ?? { amount: 0, stands: 'won' as const };
  return { chargebacks: { ...chargebacks, [id]: waiting ? { ...claim, ending: waiting } : claim } };
};

export const packStands = (
  { chargebacks }: Transaction,
  { chargebackId: id, attempt }: { chargebackId: string; attempt: number },
  stands: NonNullable<Chargeback['pack']>['stands'],
): Pick<Transaction, 'chargebacks'> => {
  const claim = chargebacks[id];
  return { chargebacks: claim ? { ...chargebacks, [id]: { ...claim, pack: { attempt, stands } } } : chargebacks };
};

/** A statement without a time, such as one by staff, keeps the provider's earlier time. */
export const isWon = (transaction: Transaction, { chargebackId, saidAt }: ChargebackRef) =>
  chargebackStands(transaction, { chargebackId }, 'won', saidAt === undefined ? {} : { wonAt: saidAt });
export const isLost = (transaction: Transaction, { owed = 0, ...said }: ChargebackRef & OwedPart) => {
  const words = said.saidAt === undefined ? {} : { lostAt: said.saidAt };
  const moved = chargebackStands(transaction, said, 'lost', words);
  const { amount = 0, back = 0, wonAt = 0 } = transaction.chargebacks[said.chargebackId] ?? {};
  const isOlder = said.saidAt !== undefined && said.saidAt < wonAt;
  // the bank had returned a part of the claim before it said that it keeps the rest
  const isRest = said.amount !== undefined && said.amount + back === amount;
  const { chargebacks } = withBack({ ...transaction, ...moved }, said.chargebackId, isOlder || isRest ? back : 0);
  const payment = claimedPayment(transaction, transaction.chargebacks[said.chargebackId] ?? {});
  return { ...owing({ ...transaction, chargebacks }, said.chargebackId, owed), ...owedBy(transaction, payment, -owed) };
};

/** The money has left, so open chargebacks no longer hold it; the bank still has to decide them. */
export const holdsNothing = ({ chargebacks }: Pick<Transaction, 'chargebacks'>): Pick<Transaction, 'chargebacks'> => ({
  chargebacks: Object.fromEntries(
    Object.entries(chargebacks).map(([id, each]) => [
      id,
      each.stands === 'open' ? { ...each, stands: 'lateOpen' as const } : each,
    ]),
  ),
});

/** The first payment arrives in currency `own`. Earlier chargebacks in another currency must name theirs now. */
export const namedAnew = (transaction: Transaction, own: string): Pick<Transaction, 'chargebacks'> => ({
  chargebacks: Object.fromEntries(
    Object.entries(transaction.chargebacks).map(([id, { currency = currencyOf(transaction), ...each }]) => [
      id,
      { ...each, ...(currency !== own && { currency }) },
    ]),
  ),
});

/** Updates the seller's part of the rest, in the current release or in the one after the refund. */
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

export const lessBy = (transaction: Transaction, amount: number): Change => {
  const { inEscrow, refundInTransit, payable } = takenFrom(transaction, amount);
  return partsAfter(transaction, { inEscrow: -inEscrow, refundInTransit: -refundInTransit, payable: -payable });
};

export const moreBy = (transaction: Transaction, amount: number): Change => {
  const { rest } = givenBack(transaction, amount);
  return partsAfter(transaction, { inEscrow: rest, refundInTransit: 0, payable: rest });
};

/** The money left through the bank, so the release no longer applies. */
export const nothingLeft: Change = { ...escrowOver, released: null };

/** The bank may return a part; the rest stays lost. */
export const reversed = (
  { chargebackId, amount, owed = 0, saidAt }: ChargebackRef & OwedPart & { amount: number },
  transaction: Transaction,
) => {
  const { amount: lost = 0, owed: paid = 0, back = 0, paymentId } = transaction.chargebacks[chargebackId] ?? {};
  const rest = lost - amount;
  const payment = claimedPayment(transaction, { paymentId });
  const words = saidAt === undefined ? {} : { wonAt: saidAt };
  const said = { chargebackId, amount: rest > 0 ? rest : back + amount };
  const moved = chargebackStands(transaction, said, rest > 0 ? 'lost' : 'won', words);
  const { chargebacks } = withBack({ ...transaction, ...moved }, chargebackId, rest > 0 ? back + amount : 0);
  // the rest covered our loss by other chargebacks, so it counts as paid for those
  const forOthers = Math.max(0, Math.min(paid, amount - (lost - paid)) - owed);
  const change = owing({ ...transaction, chargebacks }, chargebackId, paid - owed - forOthers);
  const paidFor =
    payment === null || forOthers === 0
      ? change.chargebacks
      : paidByOwed({ ...transaction, ...change }, payment, forOthers);
  return { chargebacks: paidFor, ...owedBy(transaction, payment, owed) };
};

type PartialLoss = ChargebackRef & OwedPart & { amount: number; ours: number };

export const partlyLost = (data: PartialLoss, transaction: Transaction): Change => ({
  ...isLost(transaction, data),
  ...lessBy(transaction, data.amount - data.ours - (data.owed ?? 0)),
});
