import { PROVIDER } from '#domain/shared/actor.ts';
import type { ProviderEvent } from '#domain/transactions/commands.ts';
import type { Transaction } from '#domain/transactions/state.ts';
import type { Move, Node, Scope } from './moves.ts';
import { PAYABLE } from './standing.ts';

type Statement = ProviderEvent extends infer Event
  ? Event extends unknown
    ? Omit<Event, 'eventId' | 'occurredAt' | 'transactionId'>
    : never
  : never;
type Said = (node: Node, scope: Scope) => Statement[];

/** The right sum, a wrong one, one that is still under way, none; and once it is paid, a second time. */
const payments: Said = ({ sale: transaction }, { providerFails, foreign }) => {
  const sessionId = transaction.checkout?.sessionId;
  if (sessionId === undefined) return [];
  const captured = transaction.total ?? 0;
  const paid = { kind: 'payment.paid', sessionId, currency: 'EUR' } as const;
  const inDollars = { ...paid, captured, currency: 'USD' } as const;
  if (foreign) {
    const others = transaction.paymentId === null ? [{ ...inDollars, paymentId: 'first' }] : [];
    const second = Object.keys(transaction.duplicates).length === 0 ? [{ ...inDollars, paymentId: 'dollars' }] : [];
    const own = transaction.paymentId === null ? [{ ...paid, paymentId: 'first', captured }] : [];
    return [...own, ...others, ...(transaction.paymentId === null ? [] : second)];
  }
  if (transaction.paymentId !== null)
    return providerFails === true && Object.keys(transaction.duplicates).length === 0
      ? [{ ...paid, paymentId: 'second', captured }]
      : [];
  return [
    { ...paid, paymentId: 'first', captured },
    { ...paid, paymentId: 'first', captured: captured + 1 },
    { kind: 'payment.processing', sessionId },
    { kind: 'payment.failed', sessionId, reason: 'declined' },
  ];
};

/** Of what was asked for. Once a bank has claimed the money, a refund may also arrive with what was asked for before. */
const refunds: Said = ({ sale: { captured, refund, duplicates, chargebacks } }, { providerFails, byHand }) => {
  const own = refund ? [{ refundId: refund.id, amount: refund.amount, state: refund.state }] : [];
  const fails = providerFails === true || providerFails === 'refunds';
  const asBefore = fails && refund && refund.amount < captured && Object.keys(chargebacks).length > 0;
  return [...own, ...Object.values(duplicates)]
    .filter(({ state, refundId }) => state !== 'done' && refundId !== '')
    .flatMap(({ refundId, amount }): Statement[] => [
      { kind: 'refund.done', refundId, amount, ...(byHand && { providerRefundId: 'try-1' }) },
      ...(asBefore && refundId === refund.id ? [{ kind: 'refund.done', refundId, amount: captured } as const] : []),
      ...(fails ? [{ kind: 'refund.failed', refundId, reason: 'closed' } as const] : []),
    ]);
};

/** Staff had paid them from our own bank account. */
const arriveLate: Said = ({ sale: { refund, duplicates, outside, refundsDone } }, { byHand }) => {
  if (Object.keys(outside.settled).length === 0) return [];
  const own = refund ? [{ refundId: refund.id, amount: refund.amount, state: refund.state }] : [];
  return [...own, ...Object.values(duplicates)]
    .filter(({ refundId, state }) => state === 'done' && refundId !== '' && !(refundId in refundsDone))
    .map(({ refundId, amount }) => ({
      kind: 'refund.done',
      refundId,
      amount,
      ...(byHand && { providerRefundId: 'try-1' }),
    }));
};

const payouts: Said = ({ sale: transaction }, { providerFails }) =>
  Object.entries(transaction.payoutAttempts).flatMap(([payoutId, { asked: amount, state }]): Statement[] => {
    const paid = { kind: 'payout.paid', payoutId, amount } as const;
    const returned = { kind: 'payout.returned', payoutId, reason: 'bank', amount } as const;
    const failed = { kind: 'payout.failed', payoutId, reason: 'bank' } as const;
    if (providerFails === false || providerFails === 'refunds') return state === 'live' ? [paid] : [];
    if (providerFails === 'payouts') return state === 'live' ? [paid, { ...failed, accountAtFault: false }] : [];
    if (state === 'live')
      return [paid, returned, { ...failed, accountAtFault: true }, { ...failed, accountAtFault: false }];
    if (state === 'failed') return [paid];
    return state === 'paid' ? [returned] : [];
  });

/** A part of it, and all; before the payment, too. Of two currencies the part shows enough. */
const madeByHand: Said = ({ sale: transaction }, { byHand, foreign }) => {
  if (!byHand || transaction.total === null || transaction.refundsDone.hand) return [];
  const { total, duplicates } = transaction;
  const amounts = foreign ? [Math.floor(total / 3)] : [Math.floor(total / 3), total];
  const ofFirst = amounts.map((amount): Statement => {
    const currency = transaction.foreign.first ?? 'EUR';
    return { kind: 'refund.done', refundId: 'hand', amount, paymentId: 'first', currency };
  });
  const ofOther = { kind: 'refund.done', refundId: 'hand', amount: total, currency: 'USD' } as const;
  if (!foreign) return ofFirst;
  return [...ofFirst, duplicates.dollars ? { ...ofOther, paymentId: 'dollars' } : ofOther];
};

/** Another try of a refund that has arrived, under the same id of ours. */
const arrivesAgain: Said = ({ sale: { refund, refundsDone } }, { byHand }) => {
  if (!byHand || !refund) return [];
  const done = refundsDone[refund.id];
  if (!done?.arrivals || 'try-2' in done.arrivals) return [];
  return [{ kind: 'refund.done', refundId: refund.id, providerRefundId: 'try-2', amount: done.amount }];
};

/** The payer’s bank sends back what had arrived, each try once. */
const comesBack: Said = ({ sale: { refund, refundsDone, refundsBack } }, { byHand, foreign }) => {
  if (!byHand || foreign || !refund) return [];
  const arrivals = Object.keys(refundsDone[refund.id]?.arrivals ?? {});
  return arrivals
    .filter((id) => !(id in refundsBack))
    .map((providerRefundId) => ({
      kind: 'refund.failed',
      refundId: refund.id,
      providerRefundId,
      reason: 'account closed',
    }));
};

/** In dollars, before the payment, too; its end may be told before its beginning. */
const foreignChargebacks: Said = ({ sale: transaction }, { foreign }) => {
  const of = (kind: 'opened' | 'won' | 'lost'): Statement => ({
    kind: `chargeback.${kind}`,
    chargebackId: 'cb-usd',
    amount: Math.floor((transaction.total ?? 0) / 3),
    currency: 'USD',
  });
  return foreign && transaction.total !== null ? [of('opened'), of('won'), of('lost')] : [];
};

/** Two claims of as much that stand alike. Later than all that was said of either, a word of one leads to what it would of the other. */
const standAlike = ({ chargebacks: { 'cb-1': one, 'cb-2': other } }: Transaction): boolean =>
  one !== undefined && one.stands === other?.stands && one.amount === other.amount && one.currency === other.currency;

const CHARGEBACKS = ['cb-1', 'cb-2'];
/** Before the payment, too, where there is one: of two that is told nothing else. */
const chargebacks: Said = ({ sale: transaction }, { chargebacks: most }) => {
  if (transaction.captured === 0 && (most > 1 || transaction.total === null)) return [];
  const known = CHARGEBACKS.filter((id) => transaction.chargebacks[id]);
  const inTurn = standAlike(transaction) ? [known] : known.map((id) => [id]);
  const next = CHARGEBACKS.slice(0, most).find((id) => !known.includes(id));
  const paid = transaction.captured === 0 ? (transaction.total ?? 0) : transaction.captured;
  const amounts = [Math.floor(paid / 3), paid];
  const of = (ids: string[], kinds: Extract<ProviderEvent, { chargebackId: string }>['kind'][]): Statement[] =>
    kinds.flatMap((kind) => amounts.flatMap((amount) => ids.map((chargebackId) => ({ kind, chargebackId, amount }))));
  return [
    ...(next ? of([next], ['chargeback.opened', 'chargeback.lost']) : []),
    ...inTurn.flatMap((ids) => of(ids, ['chargeback.won', 'chargeback.lost'])),
  ];
};

/** Money that had failed to arrive, and arrives after all; or that nobody asked for. */
const isLuck = (statement: Statement, { refund, duplicates, payoutAttempts, refundsDone }: Transaction): boolean => {
  if (statement.kind === 'payout.paid') return payoutAttempts[statement.payoutId]?.state === 'failed';
  if (statement.kind !== 'refund.done') return false;
  const { refundId } = statement;
  if (refundId === 'hand' || refundsDone[refundId]) return true;
  const own = refund?.id === refundId ? refund : Object.values(duplicates).find((each) => each.refundId === refundId);
  return own?.state === 'failed';
};

/** Later than whatever it has said before, as it tells everything in its order. */
const moment = ({ sale: transaction, now }: Node): number => {
  let latest = now;
  for (const { wonAt = 0, lostAt = 0 } of Object.values(transaction.chargebacks))
    latest = Math.max(latest, wonAt, lostAt);
  for (const { paidAt, failedAt } of Object.values(transaction.payoutAttempts))
    latest = Math.max(latest, paidAt, failedAt);
  for (const { at } of Object.values(transaction.refundsDone)) latest = Math.max(latest, at);
  for (const at of Object.values(transaction.refundsBack)) latest = Math.max(latest, at);
  return latest + 1;
};

const SAID: readonly Said[] = [
  payments,
  refunds,
  payouts,
  chargebacks,
  madeByHand,
  arriveLate,
  arrivesAgain,
  comesBack,
  foreignChargebacks,
];
const labelOf = (statement: Statement): string =>
  'chargebackId' in statement
    ? `provider: ${statement.kind} (${statement.chargebackId}, ${statement.amount})`
    : `provider: ${statement.kind}`;

/** Whatever the provider may say now of what it was asked to do, and of the payer's bank. */
export const statements = (node: Node, scope: Scope): Move[] => {
  const { sale: transaction, now } = node;
  const about = { eventId: 'event', occurredAt: moment(node), transactionId: transaction.id };
  const moves: Move[] = [];
  const areAlike = standAlike(transaction);
  for (const said of SAID)
    for (const statement of said(node, scope))
      moves.push({
        by: isLuck(statement, transaction) ? 'chance' : 'provider',
        at: now,
        label: labelOf(statement),
        command: {
          type: 'RecordProviderFact',
          by: PROVIDER,
          at: now,
          seller: PAYABLE,
          fact: { ...statement, ...about },
        },
        ...(areAlike && 'chargebackId' in statement && statement.chargebackId === 'cb-2' && { alike: 'butForName' }),
      });
  return moves;
};
