import { claimedPayment } from '../claims.ts';
import { currencyOf } from '../currency.ts';
import { sellersShare } from '../fees.ts';
import { givenBack, takenFrom } from '../ledger.ts';
import type { Sale } from '../state.ts';
import type { Chargeback } from '../stateShape.ts';
import { escrowOver, frozen, inspectionStops } from './escrowPeriod.ts';
import { type Change, type Evolutions, nothing } from './evolution.ts';
import { owedBy, paidByOwed, withOwed } from './owed.ts';

type Named = { chargebackId: string; amount?: number; saidAt?: number | undefined };
type Owed = { owed?: number | undefined };

/** So much of a claim was paid by what was owed beside the sale. */
const owing = ({ chargebacks }: Sale, id: string, owed: number): Pick<Sale, 'chargebacks'> => {
  const claim = chargebacks[id];
  return { chargebacks: claim ? { ...chargebacks, [id]: withOwed(claim, owed) } : chargebacks };
};

/** So much of it the bank has given back since it took it. */
const withBack = ({ chargebacks }: Sale, id: string, sum: number): Pick<Sale, 'chargebacks'> => {
  const { back: _, ...claim } = chargebacks[id] ?? { amount: 0, stands: 'won' };
  return { chargebacks: { ...chargebacks, [id]: sum > 0 ? { ...claim, back: sum } : claim } };
};

const chargebackStands = (
  { chargebacks }: Sale,
  { chargebackId: id, amount = chargebacks[id]?.amount ?? 0 }: Named,
  stands: Chargeback['stands'],
  words: Pick<Chargeback, 'wonAt' | 'lostAt'> = {},
): Pick<Sale, 'chargebacks'> => ({
  chargebacks: { ...chargebacks, [id]: { ...chargebacks[id], amount, stands, ...words } },
});

/** Of a word that names no time, such as the staff's, the provider's before it still counts. */
const isWon = (sale: Sale, { chargebackId, saidAt }: Named) =>
  chargebackStands(sale, { chargebackId }, 'won', saidAt === undefined ? {} : { wonAt: saidAt });
const isLost = (sale: Sale, { owed = 0, ...said }: Named & Owed) => {
  const words = said.saidAt === undefined ? {} : { lostAt: said.saidAt };
  const moved = chargebackStands(sale, said, 'lost', words);
  const { back = 0, wonAt = 0 } = sale.chargebacks[said.chargebackId] ?? {};
  const isOlder = said.saidAt !== undefined && said.saidAt < wonAt;
  const { chargebacks } = withBack({ ...sale, ...moved }, said.chargebackId, isOlder ? back : 0);
  const payment = claimedPayment(sale, sale.chargebacks[said.chargebackId] ?? {});
  return { ...owing({ ...sale, chargebacks }, said.chargebackId, owed), ...owedBy(sale, payment, -owed) };
};

/** The money has left, or is gone: what held it holds nothing any more, and is still to be decided. */
export const holdsNothing = ({ chargebacks }: Pick<Sale, 'chargebacks'>): Pick<Sale, 'chargebacks'> => ({
  chargebacks: Object.fromEntries(
    Object.entries(chargebacks).map(([id, each]) => [
      id,
      each.stands === 'open' ? { ...each, stands: 'lateOpen' as const } : each,
    ]),
  ),
});

/** The sale's own money comes now, in `own`: claims told before it name their currency where it is another one. */
export const namedAnew = (sale: Sale, own: string): Pick<Sale, 'chargebacks'> => ({
  chargebacks: Object.fromEntries(
    Object.entries(sale.chargebacks).map(([id, { currency = currencyOf(sale), ...each }]) => [
      id,
      { ...each, ...(currency !== own && { currency }) },
    ]),
  ),
});

/** The seller's part of what is left, in the release that stands or in that to come after the refund. */
const partsAfter = (sale: Sale, change: { inEscrow: number; refundInTransit: number; payable: number }): Change => {
  const { released, refund } = sale;
  if (sale.money === 'payable')
    return { released: released && { ...released, toSeller: released.toSeller + change.payable } };
  if (sale.money !== 'refunding' || !refund) return {};
  const amount = refund.amount + change.refundInTransit;
  if (refund.whole) return { refund: { ...refund, amount } };
  const left = sale.inEscrow + change.inEscrow;
  const toSeller = sellersShare(left, sale.fee);
  return { refund: { ...refund, amount, toSeller, fee: left - toSeller } };
};

const lessBy = (sale: Sale, amount: number): Change => {
  const { inEscrow, refundInTransit, payable } = takenFrom(sale, amount);
  return partsAfter(sale, { inEscrow: -inEscrow, refundInTransit: -refundInTransit, payable: -payable });
};

const moreBy = (sale: Sale, amount: number): Change => {
  const { rest } = givenBack(sale, amount);
  return partsAfter(sale, { inEscrow: rest, refundInTransit: 0, payable: rest });
};

/** The bank has it, or it went for what the bank had taken: no release stands. */
const nothingLeft: Change = { ...escrowOver, released: null };

/** Banks give back a part, too; the rest stays lost. */
const reversed = ({ chargebackId, amount, owed = 0, saidAt }: Named & Owed & { amount: number }, sale: Sale) => {
  const { amount: lost = 0, owed: paid = 0, back = 0, paymentId } = sale.chargebacks[chargebackId] ?? {};
  const rest = lost - amount;
  const payment = claimedPayment(sale, { paymentId });
  const words = saidAt === undefined ? {} : { wonAt: saidAt };
  const said = { chargebackId, amount: rest > 0 ? rest : back + amount };
  const moved = chargebackStands(sale, said, rest > 0 ? 'lost' : 'won', words);
  const { chargebacks } = withBack({ ...sale, ...moved }, chargebackId, rest > 0 ? back + amount : 0);
  // what made good our loss by other claims has been paid for them by what was owed
  const forOthers = Math.max(0, Math.min(paid, amount - (lost - paid)) - owed);
  const change = owing({ ...sale, chargebacks }, chargebackId, paid - owed - forOthers);
  const paidFor =
    payment === null || forOthers === 0 ? change.chargebacks : paidByOwed({ ...sale, ...change }, payment, forOthers);
  return { chargebacks: paidFor, ...owedBy(sale, payment, owed) };
};

type PartLost = Named & Owed & { amount: number; ours: number };

const partlyLost = (data: PartLost, sale: Sale): Change => ({
  ...isLost(sale, data),
  ...lessBy(sale, data.amount - data.ours - (data.owed ?? 0)),
});

export const chargebacks = {
  ChargebackOpened: ({ at, chargebackId, amount, remaining }, sale) => ({
    ...frozen({ remaining }),
    ...inspectionStops({ at }, sale),
    ...chargebackStands(sale, { chargebackId, amount }, 'open'),
  }),
  ChargebackWon: (data, sale) => isWon(sale, data),
  OneChargebackWon: (data, sale) => isWon(sale, data),
  ChargebackLost: (data, sale) => {
    const change = isLost(sale, data);
    return { ...nothingLeft, ...change, ...holdsNothing(change) };
  },
  ChargebackPartlyLost: (data, sale) => {
    const change = partlyLost(data, sale);
    return { ...change, ...holdsNothing({ ...sale, ...change }) };
  },
  OneChargebackPartlyLost: partlyLost,
  ChargebackReversed: reversed,
  ChargebackPartlyReversed: (data, sale) => ({ ...reversed(data, sale), ...moreBy(sale, data.amount) }),
  LateChargebackOpened: ({ chargebackId, amount, currency, paymentId }, sale) => {
    const ofOther = currency !== undefined && currency !== currencyOf(sale);
    const { currency: _, ...known } = sale.chargebacks[chargebackId] ?? {};
    const named = { ...(ofOther && { currency }), ...(paymentId !== undefined && { paymentId }) };
    const opened = { ...known, amount, stands: 'lateOpen' as const, ...named };
    return { chargebacks: { ...sale.chargebacks, [chargebackId]: opened } };
  },
  LateChargebackWon: (data, sale) => isWon(sale, data),
  LateChargebackLost: (data, sale) => isLost(sale, data),
  LateChargebackReversed: reversed,
  LossRecovered: (_, sale) => ({ ...nothingLeft, ...holdsNothing(sale) }),
  LossPartlyRecovered: ({ amount }, sale) => lessBy(sale, amount),
  ChargebackEndedByStaff: nothing,
} satisfies Partial<Evolutions>;
