import { record, reject } from '../../shared/decider.ts';
import { allowedCommands, partOf } from '../allowed.ts';
import { due } from '../process/terms.ts';
import { termsFor } from '../terms/termsFor.ts';
import { type Decide, events, isBlank, refused } from './deciding.ts';
import { approvePayout, freshEscrowClock, goOn, release } from './following.ts';

export const confirmShipment: Decide<'ConfirmShipment'> = (command, transaction) => {
  const { at, carrier } = command;
  const trackingCode = isBlank(command.trackingCode) ? null : command.trackingCode;
  if (transaction.amount > termsFor(transaction).highValue && trackingCode === null)
    return reject({ code: 'trackingCodeRequired', policyVersion: transaction.policyVersion });
  return record({
    type: 'ShipmentConfirmed',
    data: { at, trackingCode, carrier, ...freshEscrowClock(at, transaction), policyVersion: transaction.policyVersion },
  });
};

/** Closes any pause, any dispute, and a return that is not shipped yet. */
export const confirmDelivery: Decide<'ConfirmDelivery'> = (command, transaction) => {
  const { at, seller } = command;
  return record(
    ...events(
      transaction,
      { type: 'DeliveryConfirmed', data: { at } },
      release('buyer', at),
      approvePayout(seller, at),
    ),
  );
};

export const pauseEscrow: Decide<'PauseEscrow'> = (command, transaction, gate) => {
  const { at, by, reason } = command;
  const refusal = refused(command, transaction, gate);
  if (refusal && partOf(transaction, by) === 'buyer')
    return reject({
      code: 'pauseNotEligible',
      status: transaction.status,
      allowed: allowedCommands(transaction, by, at, gate),
    });
  if (refusal) return refusal;
  if (isBlank(reason)) return reject({ code: 'textRequired' });
  const remaining = (transaction.clock?.endsAt ?? at) - at;
  const limitAt = due('pauseLimit', at, transaction) - transaction.pausedBefore;
  return record({
    type: 'EscrowPaused',
    data: { at, reason, remaining, remindAt: due('pauseReminder', at, transaction), limitAt },
  });
};

export const resumeEscrow: Decide<'ResumeEscrow'> = ({ at }, transaction) =>
  record(...events(transaction, { type: 'EscrowResumed', data: { at } }, goOn(null, at, 'buyer')));
