import type { Actor } from '#domain/shared/actor.ts';
import { ok, type Result, reject } from '#domain/shared/decider.ts';
import type { Instant } from '#domain/shared/instants.ts';
import type { TransactionCommand, TransactionRejection } from '#domain/transactions/commands.ts';
import { publicStatus, type Transaction } from '#domain/transactions/state.ts';
import type { Status } from '#domain/transactions/statuses.ts';
import { allowedCommands } from '#domain/transactions/transaction.ts';

/** The wanted status, with the fields its command may need. */
export type StatusChange = {
  status: Status;
  reason: Extract<TransactionCommand, { type: 'Cancel' }>['reason'];
  otherReason: string | null;
  trackingCode: string | null;
  carrier: string | null;
};

type Request =
  | 'initiatePayment'
  | Omit<Extract<TransactionCommand, { type: 'Cancel' }>, 'at' | 'by'>
  | Omit<Extract<TransactionCommand, { type: 'ConfirmShipment' }>, 'at' | 'by'>
  | Omit<Extract<TransactionCommand, { type: 'ConfirmDelivery' }>, 'at' | 'by' | 'seller'>;

const requestFor = ({ status, reason, otherReason, trackingCode, carrier }: StatusChange): Request | undefined => {
  switch (status) {
    case 'PAYMENT_PENDING':
      return 'initiatePayment';
    case 'CANCELLED':
      return { type: 'Cancel', reason, otherReason };
    case 'IN_ESCROW':
      return { type: 'ConfirmShipment', trackingCode, carrier };
    case 'ESCROW_COMPLETED':
    case 'READY_FOR_PAYOUT':
      return { type: 'ConfirmDelivery' };
    default:
      return undefined;
  }
};

/** The actor's one command that leads to the wanted status, or a rejection with the allowed commands. */
export const commandTowards = (
  change: StatusChange,
  transaction: Transaction,
  actor: Actor,
  now: Instant,
): Result<Request, TransactionRejection> => {
  const allowed = allowedCommands(transaction, actor, now);
  const request = requestFor(change);
  const name = request === 'initiatePayment' ? 'OpenCheckout' : request?.type;
  if (request !== undefined && name !== undefined && allowed.includes(name)) return ok(request);
  return reject({ code: 'notNow', status: publicStatus(transaction), allowed });
};
