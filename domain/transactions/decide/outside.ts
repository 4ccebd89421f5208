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
import { type Decide, events, isBlank, refused, type Step } from './deciding.ts';
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

/** The sum is the debt of the transaction. Above the limit for one person it is only proposed. */
export const settleOutside: Decide<'SettleOutsideProvider'> = (command, transaction, gate) => {
  const { at, what, paymentId = null, reference, rationale, seller, by } = command;
  if (partOf(transaction, by) !== 'staff')
    return refused(command, transaction, gate) ?? reject({ code: 'notYourTransaction' });
  const subject = { what, paymentId: what === 'duplicate' ? paymentId : null };
  const owed = owedOutside(transaction, subject);
  if ('refused' in owed) return reject({ code: owed.refused });
  if (transaction.outside.proposed) return reject({ code: 'settlementProposed' });
  if (isBlank(reference) || isBlank(rationale)) return reject({ code: 'textRequired' });
  const settlementId = `${transaction.id}o${transaction.outside.count + 1}`;
  const settlement = { at, settlementId, subject, reference, rationale };
  if (owed.amount <= termsFor(transaction).secondPersonAbove)
    return record(...settled(transaction, settlement, owed, { by: by.id }, seller));
  const waits = { proposedBy: by.id, confirmBy: due('decisionConfirmation', at, transaction) };
  const data = { ...told(settlement, owed.amount), ...waits };
  return record(...events(transaction, { type: 'OutsideSettlementProposed', data }));
};

export const confirmOutside: Decide<'ConfirmOutsideSettlement'> = (command, transaction) => {
  const { at, settlementId, reference, rationale, seller, by } = command;
  const { proposed } = transaction.outside;
  if (proposed?.id !== settlementId) return reject({ code: 'decisionChanged' });
  if (proposed.by === by.id) return reject({ code: 'ownDecision' });
  const owed = owedOutside(transaction, proposed);
  if ('refused' in owed || owed.amount !== proposed.amount) return reject({ code: 'decisionChanged' });
  const settlement = { at, settlementId, subject: proposed, reference, rationale };
  return record(...settled(transaction, settlement, owed, { by: proposed.by, confirmedBy: by.id }, seller));
};

export const rejectOutside: Decide<'RejectOutsideSettlement'> = ({ at, settlementId, reason, by }, transaction) => {
  const { proposed } = transaction.outside;
  if (proposed?.id !== settlementId) return reject({ code: 'decisionChanged' });
  if (isBlank(reason)) return reject({ code: 'textRequired' });
  const data = { at, settlementId, reason, by: by.id, own: proposed.by === by.id };
  return record({ type: 'OutsideSettlementRejected', data });
};
