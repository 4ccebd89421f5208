import { inTerms } from '#domain/notifications/moneyText.ts';
import { formatCents } from '../../../ui/money.ts';
import { aboutOf } from '../../../ui/moneySentences.ts';
import { heldOf } from '../../text/sharesText.ts';
import { type Action, may } from '../claims/claimAction.ts';
import type { TransactionOfAction } from '../claims/claimFields.ts';

const request: Action = {
  name: 'requestReturn',
  path: 'return',
  label: 'Request a return',
  hint: 'Send it back for a full refund, if the seller agrees.',
  look: 'plain',
};

const approve = (transaction: TransactionOfAction): Action => ({
  name: 'approveReturn',
  path: 'return/approve',
  label: 'Approve the return',
  hint: inTerms('returnShipBack', aboutOf(transaction)).by,
  look: 'primary',
});

const giveAddress: Action = {
  name: 'giveReturnAddress',
  path: 'return/address',
  label: 'Give the return address',
  hint: 'The buyer is waiting for it.',
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
  hint: 'You need the tracking code of the parcel.',
  look: 'primary',
};

const received = (transaction: TransactionOfAction): Action => ({
  name: 'receiveReturn',
  path: 'return/received',
  label: 'I have it back',
  hint: `${formatCents(heldOf(transaction).held)} goes back to the buyer. This cannot be undone.`,
  look: 'primary',
});

const rejectReturned: Action = {
  name: 'rejectReturn',
  path: 'return/reject',
  label: 'Reject the return',
  hint: 'Not arrived, damaged or a different item?',
  look: 'danger',
};

/** Steps of a return in progress. */
export const returnSteps = (transaction: TransactionOfAction): Action[] => [
  ...(may(transaction, 'ApproveReturn') ? [approve(transaction)] : []),
  ...(may(transaction, 'GiveReturnAddress') ? [giveAddress] : []),
  ...(may(transaction, 'RefuseReturn') ? [refuse] : []),
  ...(may(transaction, 'ShipReturn') ? [shipped] : []),
  ...(may(transaction, 'ConfirmReturnReceived') ? [received(transaction)] : []),
  ...(may(transaction, 'RejectReturn') ? [rejectReturned] : []),
];

export const returnOpenings = (transaction: TransactionOfAction): Action[] =>
  may(transaction, 'RequestReturn') ? [request] : [];
