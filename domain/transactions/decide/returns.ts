import { SHIPPING_COUNTRIES } from '../../catalogue/countries.ts';
import { record, reject } from '../../shared/decider.ts';
import type { PostalAddress } from '../commands.ts';
import { due } from '../process/terms.ts';
import { disputeOpen, heldMoney, refundDeferred, type Transaction } from '../state.ts';
import { type Decide, events, isBlank, type Step } from './deciding.ts';
import { openedUnderReview, referred } from './disputes.ts';
import { remainingAt, requestRefund } from './following.ts';

export const requestReturn: Decide<'RequestReturn'> = (command, transaction) => {
  const { at, text, evidence, notAsDescribed } = command;
  if (isBlank(text)) return reject({ code: 'textRequired' });
  const said = { text, evidence, ...(notAsDescribed && { notAsDescribed: true as const }) };
  const data = { at, ...said, answerBy: due('returnAnswer', at, transaction), remaining: remainingAt(transaction, at) };
  return record({ type: 'ReturnRequested', data });
};

/** Who pays the return postage: the party responsible for the return, or a seller who offers to. */
export const postageOf = ({ returning }: Transaction, sellerPays = false): 'buyer' | 'seller' =>
  sellerPays || returning?.notAsDescribed ? 'seller' : 'buyer';

export const approveReturn: Decide<'ApproveReturn'> = ({ at, to, sellerPaysPostage }, transaction) => {
  const refusal = addressRefusal(to);
  if (refusal) return refusal;
  const terms = { to, addressed: true, postage: postageOf(transaction, sellerPaysPostage) };
  const shipBackBy = due('returnShipBack', at, transaction);
  return record({ type: 'ReturnApproved', data: { at, by: 'seller', shipBackBy, ...terms } });
};

export const giveReturnAddress: Decide<'GiveReturnAddress'> = ({ at, to }, transaction) =>
  addressRefusal(to) ??
  record({ type: 'ReturnAddressGiven', data: { at, to, shipBackBy: due('returnShipBack', at, transaction) } });

/** Whether a parcel can be sent to the address. */
const addressRefusal = ({ country }: PostalAddress) =>
  (SHIPPING_COUNTRIES as readonly string[]).includes(country)
    ? undefined
    : reject({ code: 'countryNotOffered' } as const);

/** A refused or rejected return becomes a dispute over the whole sum; an open dispute goes to staff. */
const toReview = (
  transaction: Transaction,
  at: number,
  category: 'RETURN_REFUSED' | 'RETURN_REJECTED' | 'RETURN_NOT_ARRIVED',
  text: string,
  evidence: string[],
): Step[] => {
  // the decision already says whose money it is
  if (refundDeferred(transaction)) return [];
  if (!disputeOpen(transaction))
    return openedUnderReview({ at, category, by: 'system' }, heldMoney(transaction), text, evidence);
  if (transaction.dispute === 'under_review') return [];
  return [referred(transaction, at)];
};

export const refuseReturn: Decide<'RefuseReturn'> = (command, transaction) => {
  const { at, text } = command;
  if (isBlank(text)) return reject({ code: 'textRequired' });
  return record(
    ...events(
      transaction,
      { type: 'ReturnRefused', data: { at, text } },
      ...toReview(transaction, at, 'RETURN_REFUSED', text, []),
    ),
  );
};

export const shipReturn: Decide<'ShipReturn'> = (command, transaction) => {
  const { at, trackingCode } = command;
  if (isBlank(trackingCode)) return reject({ code: 'trackingCodeRequired', policyVersion: transaction.policyVersion });
  return record({
    type: 'ReturnShipped',
    data: { at, trackingCode, inspectBy: due('returnInspection', at, transaction) },
  });
};

export const confirmReturnReceived: Decide<'ConfirmReturnReceived'> = ({ at }, transaction) =>
  record(...events(transaction, { type: 'ReturnReceived', data: { at, by: 'seller' } }, requestRefund('all', at)));

export const rejectReturn: Decide<'RejectReturn'> = (command, transaction) => {
  const { at, text, evidence, notArrived } = command;
  if (isBlank(text)) return reject({ code: 'textRequired' });
  if (evidence.length === 0 && !notArrived) return reject({ code: 'evidenceRequired' });
  return record(
    ...events(
      transaction,
      { type: 'ReturnRejected', data: { at, text, evidence, ...(notArrived && { notArrived: true as const }) } },
      ...toReview(transaction, at, notArrived ? 'RETURN_NOT_ARRIVED' : 'RETURN_REJECTED', text, evidence),
    ),
  );
};
