import { record, reject } from '../../shared/decider.ts';
import { due } from '../process/terms.ts';
import { disputeOpen, heldMoney, type Sale } from '../sale.ts';
import { type Decide, facts, isBlank, type Step } from './deciding.ts';
import { openedUnderReview } from './disputes.ts';
import { remainingAt, requestRefund } from './following.ts';

export const requestReturn: Decide<'RequestReturn'> = (command, sale) => {
  const { at, text, evidence } = command;
  if (isBlank(text)) return reject({ code: 'textRequired' });
  const data = { at, text, evidence, answerBy: due('returnAnswer', at), remaining: remainingAt(sale, at) };
  return record({ type: 'ReturnRequested', data });
};

export const approveReturn: Decide<'ApproveReturn'> = ({ at }) =>
  record({ type: 'ReturnApproved', data: { at, by: 'seller', shipBackBy: due('returnShipBack', at) } });

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
  return [{ type: 'DisputeReferred', data: { at, decideBy: due('disputeReview', at) } }];
};

export const refuseReturn: Decide<'RefuseReturn'> = (command, sale) => {
  const { at, text } = command;
  if (isBlank(text)) return reject({ code: 'textRequired' });
  return record(
    ...facts(sale, { type: 'ReturnRefused', data: { at, text } }, ...toReview(sale, at, 'RETURN_REFUSED', text, [])),
  );
};

export const shipReturn: Decide<'ShipReturn'> = (command) => {
  const { at, trackingCode } = command;
  if (isBlank(trackingCode)) return reject({ code: 'trackingCodeRequired' });
  return record({ type: 'ReturnShipped', data: { at, trackingCode, inspectBy: due('returnInspection', at) } });
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
