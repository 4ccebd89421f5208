import { record, reject } from '../../shared/decider.ts';
import { due } from '../process/terms.ts';
import { disputeOpen, heldMoney, type Sale } from '../sale.ts';
import { type Decide, facts, isBlank, type Step } from './deciding.ts';
import { openedUnderReview, referred } from './disputes.ts';
import { remainingAt, requestRefund } from './following.ts';

export const requestReturn: Decide<'RequestReturn'> = (command, sale) => {
  const { at, text, evidence } = command;
  if (isBlank(text)) return reject({ code: 'textRequired' });
  const data = { at, text, evidence, answerBy: due('returnAnswer', at, sale), remaining: remainingAt(sale, at) };
  return record({ type: 'ReturnRequested', data });
};

export const approveReturn: Decide<'ApproveReturn'> = ({ at }, sale) =>
  record({ type: 'ReturnApproved', data: { at, by: 'seller', shipBackBy: due('returnShipBack', at, sale) } });

/** A refused or rejected return becomes a dispute over the whole sum; one that is open already goes to the staff. */
const toReview = (
  sale: Sale,
  at: number,
  category: 'RETURN_REFUSED' | 'RETURN_REJECTED',
  text: string,
  evidence: string[],
): Step[] => {
  if (!disputeOpen(sale)) return openedUnderReview({ at, category, by: 'system' }, heldMoney(sale), text, evidence);
  if (sale.dispute === 'under_review') return [];
  return [referred(sale, at)];
};

export const refuseReturn: Decide<'RefuseReturn'> = (command, sale) => {
  const { at, text } = command;
  if (isBlank(text)) return reject({ code: 'textRequired' });
  return record(
    ...facts(sale, { type: 'ReturnRefused', data: { at, text } }, ...toReview(sale, at, 'RETURN_REFUSED', text, [])),
  );
};

export const shipReturn: Decide<'ShipReturn'> = (command, sale) => {
  const { at, trackingCode } = command;
  if (isBlank(trackingCode)) return reject({ code: 'trackingCodeRequired', policyVersion: sale.policyVersion });
  return record({ type: 'ReturnShipped', data: { at, trackingCode, inspectBy: due('returnInspection', at, sale) } });
};

export const confirmReturnReceived: Decide<'ConfirmReturnReceived'> = ({ at }, sale) =>
  record(...facts(sale, { type: 'ReturnReceived', data: { at, by: 'seller' } }, requestRefund('all', at)));

export const rejectReturn: Decide<'RejectReturn'> = (command, sale) => {
  const { at, text, evidence } = command;
  if (isBlank(text)) return reject({ code: 'textRequired' });
  if (evidence.length === 0) return reject({ code: 'evidenceRequired' });
  return record(
    ...facts(
      sale,
      { type: 'ReturnRejected', data: { at, text, evidence } },
      ...toReview(sale, at, 'RETURN_REJECTED', text, evidence),
    ),
  );
};
