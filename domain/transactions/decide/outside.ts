import { record, reject } from '../../shared/decider.ts';
import type { Instant } from '../../shared/instants.ts';
import { partOf } from '../allowed.ts';
import type { SellerStanding } from '../commands.ts';
import type { TransactionEvent } from '../events.ts';
import { type Owed, owedOutside, type Subject } from '../owedOutside.ts';
import { due } from '../process/terms.ts';
import { outsideId } from '../settledOutside.ts';
import type { Transaction } from '../state.ts';
import { termsFor } from '../terms/termsFor.ts';
import { type CommandOf, countered, type Decide, events, isBlank, refused, refusing, type Step } from './deciding.ts';
import { completed } from './provider/refunds.ts';

type Payable = Extract<Owed, { amount: number }>;
type Words = { reference: string | null; rationale: string | null };
type Settlement = Words & { at: Instant; settlementId: string; subject: Subject };

const told = (
  { at, settlementId, subject: { what, paymentId }, reference, rationale }: Settlement,
  amount: number,
) => ({
  at,
  settlementId,
  what,
  amount,
  ...(paymentId !== null && { paymentId }),
  reference,
  rationale,
});

/** The events that a statement of the provider would have led to. */
const ends = ({ at, settlementId, subject }: Settlement, owed: Payable, seller: SellerStanding): Step[] => {
  const { amount, refundId } = owed;
  if (refundId === null) return [];
  const word = { providerRefundId: outsideId(settlementId), saidAt: at };
  if (subject.what === 'refund') return completed(refundId, at, seller, word);
  return [{ type: 'DuplicateRefundCompleted', data: { at, refundId, amount, ...word } }];
};

type Settlers = { by: string; confirmedBy?: string };

const settled = (
  transaction: Transaction,
  settlement: Settlement,
  owed: Payable,
  settlers: Settlers,
  seller: SellerStanding,
): TransactionEvent[] =>
  events(
    transaction,
    { type: 'SettledOutsideProvider', data: { ...told(settlement, owed.amount), ...settlers } },
    ...ends(settlement, owed, seller),
  );

type Settling = CommandOf<'SettleOutsideProvider' | 'CounterOutsideSettlement'>;
const subjectOf = ({ what, paymentId }: Settling): Subject => ({
  what,
  paymentId: (what === 'duplicate' ? paymentId : null) ?? null,
});
const settlementOf = (command: Settling, { id, outside }: Transaction): Settlement => {
  const { at, reference, rationale } = command;
  return { at, settlementId: `${id}o${outside.count + 1}`, subject: subjectOf(command), reference, rationale };
};

const proposed = (command: Settling, transaction: Transaction, { amount }: Payable): Step => {
  const waits = { proposedBy: command.by.id, confirmBy: due('decisionConfirmation', command.at, transaction) };
  const data = { ...told(settlementOf(command, transaction), amount), ...waits };
  return { type: 'OutsideSettlementProposed', data };
};

/** The sum is the debt of the transaction. Above the limit for one person it is only proposed. */
export const settleOutside: Decide<'SettleOutsideProvider'> = (command, transaction, gate) => {
  const { reference, rationale, seller, by } = command;
  if (partOf(transaction, by) !== 'staff')
    return refused(command, transaction, gate) ?? reject({ code: 'notYourTransaction' });
  const owed = owedOutside(transaction, subjectOf(command));
  if ('refused' in owed) return reject({ code: owed.refused });
  if (transaction.outside.proposed) return reject({ code: 'settlementProposed' });
  if (isBlank(reference) || isBlank(rationale)) return reject({ code: 'textRequired' });
  return owed.amount <= termsFor(transaction).secondPersonAbove
    ? record(...settled(transaction, settlementOf(command, transaction), owed, { by: by.id }, seller))
    : record(...events(transaction, proposed(command, transaction, owed)));
};

export const confirmOutside: Decide<'ConfirmOutsideSettlement'> = (command, transaction) => {
  const { at, settlementId, reference, rationale, seller, by } = command;
  const { proposed: pending } = transaction.outside;
  if (pending?.id !== settlementId) return reject({ code: 'decisionChanged' });
  if (pending.by === by.id) return reject({ code: 'ownDecision' });
  const owed = owedOutside(transaction, pending);
  if ('refused' in owed || owed.amount !== pending.amount) return reject({ code: 'decisionChanged' });
  const settlement = { at, settlementId, subject: pending, reference, rationale };
  return record(...settled(transaction, settlement, owed, { by: pending.by, confirmedBy: by.id }, seller));
};

export const rejectOutside: Decide<'RejectOutsideSettlement'> = ({ at, settlementId, reason, by }, transaction) => {
  const { proposed: pending } = transaction.outside;
  if (pending?.id !== settlementId) return reject({ code: 'decisionChanged' });
  if (isBlank(reason)) return reject({ code: 'textRequired' });
  const data = { at, settlementId, reason, by: by.id, own: pending.by === by.id };
  return record({ type: 'OutsideSettlementRejected', data });
};

/** Another debt, or another reference: the sum is the debt of the transaction. */
export const counterOutside: Decide<'CounterOutsideSettlement'> = (command, transaction, gate) =>
  countered(transaction, {
    command,
    proposer: transaction.outside.proposed?.by,
    rejected: rejectOutside({ ...command, type: 'RejectOutsideSettlement' }, transaction, gate),
    instead: () => {
      const owed = owedOutside(transaction, subjectOf(command));
      if ('refused' in owed) return refusing({ code: owed.refused });
      return isBlank(command.reference) ? refusing({ code: 'textRequired' }) : [proposed(command, transaction, owed)];
    },
  });
