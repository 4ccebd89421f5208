import { record, reject } from '../../shared/decider.ts';
import { allowedCommands, partOf } from '../allowed.ts';
import { policyOf } from '../limits.ts';
import { due } from '../process/terms.ts';
import { type Decide, facts, isBlank, refused } from './deciding.ts';
import { approvePayout, freshEscrowClock, goOn, release } from './following.ts';

export const confirmShipment: Decide<'ConfirmShipment'> = (command, sale) => {
  const { at, carrier } = command;
  const trackingCode = isBlank(command.trackingCode) ? null : command.trackingCode;
  if (sale.amount > policyOf(sale).highValue && trackingCode === null)
    return reject({ code: 'trackingCodeRequired', policyVersion: sale.policyVersion });
  return record({
    type: 'ShipmentConfirmed',
    data: { at, trackingCode, carrier, ...freshEscrowClock(at, sale), policyVersion: sale.policyVersion },
  });
};

/** Closes a pause, a dispute and a return that was not sent back yet, whoever opened it. */
export const confirmDelivery: Decide<'ConfirmDelivery'> = (command, sale) => {
  const { at, seller } = command;
  return record(
    ...facts(sale, { type: 'DeliveryConfirmed', data: { at } }, release('buyer', at), approvePayout(seller, at)),
  );
};

export const pauseEscrow: Decide<'PauseEscrow'> = (command, sale, machine) => {
  const { at, by, reason } = command;
  const refusal = refused(command, sale, machine);
  if (refusal && partOf(sale, by) === 'buyer')
    return reject({ code: 'pauseNotEligible', status: sale.status, allowed: allowedCommands(sale, by, at, machine) });
  if (refusal) return refusal;
  if (isBlank(reason)) return reject({ code: 'textRequired' });
  const remaining = (sale.clock?.endsAt ?? at) - at;
  const limitAt = due('pauseLimit', at, sale) - sale.pausedBefore;
  return record({
    type: 'EscrowPaused',
    data: { at, reason, remaining, remindAt: due('pauseReminder', at, sale), limitAt },
  });
};

export const resumeEscrow: Decide<'ResumeEscrow'> = ({ at }, sale) =>
  record(...facts(sale, { type: 'EscrowResumed', data: { at } }, goOn(null, at, 'buyer')));
