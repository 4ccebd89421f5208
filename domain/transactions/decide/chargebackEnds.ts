import { record, reject } from '../../shared/decider.ts';
import type { SellerStanding } from '../commands.ts';
import type { TransactionEvent } from '../events.ts';
import { due } from '../process/terms.ts';
import { openChargebacks, type Transaction } from '../state.ts';
import { termsFor } from '../terms/termsFor.ts';
import { type CommandOf, countered, type Decide, events, type Following, isBlank, type Step } from './deciding.ts';
import { followEnd } from './provider/chargebacks.ts';

type End = { chargebackId: string; outcome: 'won' | 'lost'; rationale: string | null; seller: SellerStanding };

const ended = (
  transaction: Transaction,
  { chargebackId, outcome, rationale, seller }: End,
  at: number,
  enders: { by: string; confirmedBy?: string },
): TransactionEvent[] => {
  const end: Step = { type: 'ChargebackEndedByStaff', data: { at, chargebackId, outcome, rationale, ...enders } };
  return events(transaction, end, ...followEnd(chargebackId, outcome, at, seller, transaction));
};

type Ending = Pick<CommandOf<'EndChargeback'>, 'at' | 'by' | 'chargebackId' | 'outcome' | 'rationale'>;
const proposeEnd =
  ({ at, by, chargebackId, outcome, rationale }: Ending): Following =>
  (transaction) => {
    const endId = `${transaction.id}c${transaction.revision + 1}`;
    const waits = { proposedBy: by.id, confirmBy: due('decisionConfirmation', at, transaction) };
    return [{ type: 'ChargebackEndProposed', data: { at, chargebackId, endId, outcome, rationale, ...waits } }];
  };

/** Above the limit for one person it is only proposed. */
export const endChargeback: Decide<'EndChargeback'> = (command, transaction) => {
  const { at, chargebackId, rationale, by } = command;
  if (isBlank(rationale)) return reject({ code: 'textRequired' });
  if (!openChargebacks(transaction).includes(chargebackId)) return reject({ code: 'chargebackNotOpen' });
  const { amount = 0, ending } = transaction.chargebacks[chargebackId] ?? {};
  if (ending) return reject({ code: 'chargebackEndProposed' });
  if (amount <= termsFor(transaction).secondPersonAbove)
    return record(...ended(transaction, command, at, { by: by.id }));
  return record(...events(transaction, proposeEnd(command)));
};

export const confirmChargebackEnd: Decide<'ConfirmChargebackEnd'> = (command, transaction) => {
  const { at, chargebackId, endId, by } = command;
  const { ending } = transaction.chargebacks[chargebackId] ?? {};
  if (ending?.id !== endId) return reject({ code: 'decisionChanged' });
  if (ending.by === by.id) return reject({ code: 'ownDecision' });
  const { outcome } = ending;
  return record(...ended(transaction, { ...command, outcome }, at, { by: ending.by, confirmedBy: by.id }));
};

export const rejectChargebackEnd: Decide<'RejectChargebackEnd'> = (command, transaction) => {
  const { at, chargebackId, endId, reason, by } = command;
  const { ending } = transaction.chargebacks[chargebackId] ?? {};
  if (ending?.id !== endId) return reject({ code: 'decisionChanged' });
  if (isBlank(reason)) return reject({ code: 'textRequired' });
  const data = { at, chargebackId, endId, reason, by: by.id, own: ending.by === by.id };
  return record({ type: 'ChargebackEndRejected', data });
};

/** There are two outcomes, so the counter-proposal is the other one. */
export const counterChargebackEnd: Decide<'CounterChargebackEnd'> = (command, transaction, gate) => {
  const { ending } = transaction.chargebacks[command.chargebackId] ?? {};
  return countered(transaction, {
    command,
    proposer: ending?.by,
    rejected: rejectChargebackEnd({ ...command, type: 'RejectChargebackEnd' }, transaction, gate),
    instead: () => [proposeEnd({ ...command, outcome: ending?.outcome === 'won' ? 'lost' : 'won' })],
  });
};
