import { record, reject } from '../../shared/decider.ts';
import { RETURN_ANSWER, RETURN_INSPECTION, reviewTerm, shipBackTerm } from '../policy.ts';
import { disputeOpen, heldMoney, type Sale } from '../sale.ts';
import { type Decide, facts, isBlank, refused, type Step } from './deciding.ts';
import { openedUnderReview } from './disputes.ts';
import { remainingAt, requestRefund } from './following.ts';

export const requestReturn: Decide<'RequestReturn'> = (command, sale) => {
  const refusal = refused(command, sale);
  if (refusal) return refusal;
  const { at, text, evidence } = command;
  if (isBlank(text)) return reject({ code: 'textRequired' });
  const data = { at, text, evidence, answerBy: at + RETURN_ANSWER, remaining: remainingAt(sale, at) };
  return record({ type: 'ReturnRequested', data });
};

export const approveReturn: Decide<'ApproveReturn'> = (command, sale) => {
  const refusal = refused(command, sale);
  if (refusal) return refusal;
  const { at } = command;
  return record({ type: 'ReturnApproved', data: { at, by: 'seller', shipBackBy: shipBackTerm(at) } });
};

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
  return [{ type: 'DisputeReferred', data: { at, decideBy: reviewTerm(at) } }];
};

export const refuseReturn: Decide<'RefuseReturn'> = (command, sale) => {
  const refusal = refused(command, sale);
  if (refusal) return refusal;
  const { at, text } = command;
  if (isBlank(text)) return reject({ code: 'textRequired' });
  return record(
    ...facts(sale, { type: 'ReturnRefused', data: { at, text } }, ...toReview(sale, at, 'RETURN_REFUSED', text, [])),
  );
};

export const shipReturn: Decide<'ShipReturn'> = (command, sale) => {
  const refusal = refused(command, sale);
  if (refusal) return refusal;
  const { at, trackingCode } = command;
  if (isBlank(trackingCode)) return reject({ code: 'trackingCodeRequired' });
  return record({ type: 'ReturnShipped', data: { at, trackingCode, inspectBy: at + RETURN_INSPECTION } });
};

export const confirmReturnReceived: Decide<'ConfirmReturnReceived'> = (command, sale) => {
  const refusal = refused(command, sale);
  if (refusal) return refusal;
  const { at } = command;
  return record(...facts(sale, { type: 'ReturnReceived', data: { at, by: 'seller' } }, requestRefund('all', at)));
};

export const rejectReturn: Decide<'RejectReturn'> = (command, sale) => {
  const refusal = refused(command, sale);
  if (refusal) return refusal;
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
