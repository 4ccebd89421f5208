import { inTerms } from '#domain/telling/moneyWords.ts';
import { formatCents } from '../../ui/money.ts';
import { aboutOf } from '../../ui/moneySentences.ts';
import type { SaleOfAction } from '../claims/actionWords.ts';
import { type Action, may } from '../claims/claimAction.ts';
import { heldOf } from '../shares.ts';

const request: Action = {
  name: 'requestReturn',
  path: 'return',
  label: 'Request a return',
  hint: 'Send it back for a full refund, if the seller agrees.',
  look: 'plain',
};

const approve = (sale: SaleOfAction): Action => ({
  name: 'approveReturn',
  path: 'return/approve',
  label: 'Approve the return',
  hint: inTerms('returnShipBack', aboutOf(sale)).by,
  look: 'primary',
});

const giveAddress: Action = {
  name: 'giveReturnAddress',
  path: 'return/address',
  label: 'Say where to send it',
  hint: 'The buyer waits for it.',
  look: 'primary',
};

const refuse: Action = {
  name: 'refuseReturn',
  path: 'return/refuse',
  label: 'Refuse the return',
  hint: 'Our staff then decide.',
  look: 'danger',
};

const shipped: Action = {
  name: 'shipReturn',
  path: 'return/shipped',
  label: 'I have sent it back',
  hint: 'With the tracking code of the parcel.',
  look: 'primary',
};

const received = (sale: SaleOfAction): Action => ({
  name: 'receiveReturn',
  path: 'return/received',
  label: 'I have it back',
  hint: `${formatCents(heldOf(sale).held)} goes back to the buyer. This cannot be undone.`,
  look: 'primary',
});

const rejectReturned: Action = {
  name: 'rejectReturn',
  path: 'return/reject',
  label: 'Reject the return',
  hint: 'Not here, damaged or another item?',
  look: 'danger',
};

/** The steps of a return that is under way. */
export const returnSteps = (sale: SaleOfAction): Action[] => [
  ...(may(sale, 'ApproveReturn') ? [approve(sale)] : []),
  ...(may(sale, 'GiveReturnAddress') ? [giveAddress] : []),
  ...(may(sale, 'RefuseReturn') ? [refuse] : []),
  ...(may(sale, 'ShipReturn') ? [shipped] : []),
  ...(may(sale, 'ConfirmReturnReceived') ? [received(sale)] : []),
  ...(may(sale, 'RejectReturn') ? [rejectReturned] : []),
];

export const returnOpenings = (sale: SaleOfAction): Action[] => (may(sale, 'RequestReturn') ? [request] : []);
