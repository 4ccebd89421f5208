import { SHIPPING_COUNTRIES } from '../../catalogue/countries.ts';
import { record, reject } from '../../shared/decider.ts';
import type { PostalAddress } from '../commands.ts';
import { due } from '../process/terms.ts';
import { disputeOpen, heldMoney, type Sale } from '../state.ts';
import { type Decide, facts, isBlank, type Step } from './deciding.ts';
import { openedUnderReview, referred } from './disputes.ts';
import { remainingAt, requestRefund } from './following.ts';

export const requestReturn: Decide<'RequestReturn'> = (command, sale) => {
  const { at, text, evidence, notAsDescribed } = command;
  if (isBlank(text)) return reject({ code: 'textRequired' });
  const said = { text, evidence, ...(notAsDescribed && { notAsDescribed: true as const }) };
  const data = { at, ...said, answerBy: due('returnAnswer', at, sale), remaining: remainingAt(sale, at) };
  return record({ type: 'ReturnRequested', data });
};

/** Who pays for the parcel back: whoever the reason of the return lies with, unless the seller takes it over. */
export const postageOf = ({ returning }: Sale, sellerPays = false): 'buyer' | 'seller' =>
  sellerPays || returning?.notAsDescribed ? 'seller' : 'buyer';

export const approveReturn: Decide<'ApproveReturn'> = ({ at, to, sellerPaysPostage }, sale) => {
  const refusal = addressRefusal(to);
  if (refusal) return refusal;
  const terms = { to, addressed: true, postage: postageOf(sale, sellerPaysPostage) };
  const shipBackBy = due('returnShipBack', at, sale);
  return record({ type: 'ReturnApproved', data: { at, by: 'seller', shipBackBy, ...terms } });
};

export const giveReturnAddress: Decide<'GiveReturnAddress'> = ({ at, to }, sale) =>
  addressRefusal(to) ??
  record({ type: 'ReturnAddressGiven', data: { at, to, shipBackBy: due('returnShipBack', at, sale) } });

/** Anywhere that a parcel can be sent to. */
const addressRefusal = ({ country }: PostalAddress) =>
  (SHIPPING_COUNTRIES as readonly string[]).includes(country)
    ? undefined
    : reject({ code: 'countryNotOffered' } as const);

/** A refused or rejected return becomes a dispute over the whole sum; one that is open already goes to the staff. */
const toReview = (
  sale: Sale,
  at: number,
  category: 'RETURN_REFUSED' | 'RETURN_REJECTED' | 'RETURN_NOT_ARRIVED',
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
  const { at, text, evidence, notArrived } = command;
  if (isBlank(text)) return reject({ code: 'textRequired' });
  if (evidence.length === 0 && !notArrived) return reject({ code: 'evidenceRequired' });
  return record(
    ...facts(
      sale,
      { type: 'ReturnRejected', data: { at, text, evidence, ...(notArrived && { notArrived: true as const }) } },
      ...toReview(sale, at, notArrived ? 'RETURN_NOT_ARRIVED' : 'RETURN_REJECTED', text, evidence),
    ),
  );
};
