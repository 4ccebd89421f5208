import { ifSentBack, inFull, inTerms, refundTime } from '#domain/notifications/moneyText.ts';
import { formatCents } from '../../ui/money.ts';
import { aboutOf } from '../../ui/moneySentences.ts';
import type { ActionWords, TransactionOfAction } from '../components/claims/claimFields.ts';
import { heldOf } from './sharesText.ts';

const review = (transaction: TransactionOfAction): string => inTerms('disputeReview', aboutOf(transaction)).by;

const requestReturn = (transaction: TransactionOfAction): ActionWords => ({
  intro: `You ask to send the item back for ${formatCents(heldOf(transaction).held)}, everything that you paid. You pay for the return shipping, unless it is damaged or not as described.`,
  next: `The escrow clock stops. ${inFull(inTerms('returnAnswer', aboutOf(transaction)))} You then see the address here. ${inTerms('returnShipBack', aboutOf(transaction)).by} A refused return goes to our staff.`,
  fields: {
    text: {
      label: 'Why do you want to return it?',
      hint: 'The seller and our staff read this',
      missing: 'Please say why you want to return the item',
    },
    photos: 'optional',
    notAsDescribed: true,
  },
  busyText: 'Sending…',
  done: 'Return requested. The escrow clock has stopped.',
});

const approveReturn = (transaction: TransactionOfAction): ActionWords => ({
  intro: `You take the item back. Once you have received it, the buyer gets ${formatCents(heldOf(transaction).held)} back, fee included.`,
  next: `${inFull(inTerms('returnShipBack', aboutOf(transaction)))}${transaction.return?.notAsDescribed ? ' The buyer says that it is not as described, so you pay for the return shipping. If you do not agree, refuse the return: our staff then decide.' : ''}`,
  fields: { returnAddress: true, postage: transaction.return?.notAsDescribed ? 'seller' : 'choice' },
  busyText: 'Approving…',
  done: 'Return approved',
});

const giveReturnAddress = (transaction: TransactionOfAction): ActionWords => ({
  intro: 'The return counts as approved, and the buyer does not know yet where to send it.',
  next: `The buyer sees the address at once. ${inFull(inTerms('returnShipBack', aboutOf(transaction)))}`,
  fields: { returnAddress: true },
  busyText: 'Saving…',
  done: 'The buyer knows where to send it',
});

const refuseReturn = (transaction: TransactionOfAction): ActionWords => ({
  intro: 'Say why you refuse. The buyer reads it, and so do our staff.',
  next: `A dispute opens automatically. ${review(transaction)} They choose a full refund, a partial refund, or a release to you.`,
  fields: {
    text: {
      label: 'Why do you refuse it?',
      hint: 'The buyer and our staff read this',
      missing: 'Please say why you refuse the return',
    },
  },
  danger: true,
  busyText: 'Refusing…',
  done: 'Return refused. Our staff decide.',
});

const shipReturn = (transaction: TransactionOfAction): ActionWords => ({
  intro: 'Send it insured and well packed, as it came to you. The tracking code proves that it is on its way.',
  next: ifSentBack(aboutOf(transaction)),
  fields: { trackingCode: true },
  busyText: 'Confirming…',
  done: 'The seller knows that it is on its way',
});

const receiveReturn = (transaction: TransactionOfAction): ActionWords => ({
  intro: `The item is back with you, as it left. The buyer gets ${formatCents(heldOf(transaction).held)}, fee included.`,
  next: `The refund is sent at once. ${refundTime(transaction)} The sale ends as refunded, and your listing stays sold until you list it again.`,
  fields: {},
  danger: true,
  busyText: 'Confirming…',
  done: 'Return received. The refund is on its way.',
});

const rejectReturn = (transaction: TransactionOfAction): ActionWords => ({
  intro: 'Say what happened. The buyer sees it, and so do our staff.',
  next: `No money moves. A dispute opens automatically. ${review(transaction)}`,
  fields: {
    text: {
      label: 'What is wrong with it?',
      hint: 'The buyer and our staff read this',
      missing: 'Please say why you reject the return',
    },
    photos: 'required',
    arrival: {
      text: {
        label: 'What does the carrier say about the parcel?',
        hint: 'The buyer and our staff read this. A photo is not needed.',
        missing: 'Please say why you reject the return',
      },
    },
  },
  danger: true,
  busyText: 'Sending…',
  done: 'Return rejected. Our staff decide.',
});

export const RETURN_WORDS = {
  requestReturn,
  approveReturn,
  giveReturnAddress,
  refuseReturn,
  shipReturn,
  receiveReturn,
  rejectReturn,
};
