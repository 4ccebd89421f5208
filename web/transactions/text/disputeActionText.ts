import { escrowAfter, inFull, inTerms, refundTime } from '#domain/notifications/moneyText.ts';
import { termsOf } from '#domain/transactions/terms/termsText.ts';
import { centsOf, formatCents } from '../../ui/money.ts';
import { aboutOf, isDeferred, releasedIn } from '../../ui/moneySentences.ts';
import type { ActionWords, TransactionOfAction } from '../components/claims/claimFields.ts';
import { moneyOf } from '../transactionMoney.ts';
import { heldOf, inCents, sharesInWords, sharesOf } from './sharesText.ts';

const half = (cents: number): number => Math.floor(cents / 2);

const quickClaims = (transaction: TransactionOfAction) => {
  const { held, most } = heldOf(transaction);
  const part = Math.min(most, half(centsOf(transaction.amount)));
  return [
    { label: `Everything, ${formatCents(held)}, fee included`, cents: held },
    ...(part > 0 ? [{ label: `Half of the item price, ${formatCents(part)}`, cents: part }] : []),
  ];
};

const stops = ({ status }: TransactionOfAction): string =>
  status === 'IN_ESCROW' ? 'the escrow clock stops' : 'the money released to the seller is back in escrow';

const review = (transaction: TransactionOfAction): string => inTerms('disputeReview', aboutOf(transaction)).by;

const openDispute = (transaction: TransactionOfAction): ActionWords => ({
  intro:
    'Say what is wrong and how much you want back. The seller and our staff can read your words and see your photos.',
  next: `No money moves while it is open, and ${stops(transaction)}. ${inFull(inTerms('disputeAnswer', aboutOf(transaction)))} ${review(transaction)}`,
  fields: {
    category: true,
    amount: { label: 'How much do you want back?', quick: quickClaims(transaction) },
    text: {
      label: 'What is wrong?',
      hint: 'The seller and our staff read this',
      missing: 'Please describe what is wrong',
    },
    photos: 'optional',
  },
  busyText: 'Opening…',
  done: 'Dispute opened. No money moves until it is settled.',
});

const lateClaim = (transaction: TransactionOfAction): ActionWords => ({
  intro: `The time for a dispute is over, so this is a late claim. It goes to our staff, who hear both you and the seller.${
    termsOf(transaction).lateClaim === undefined
      ? ''
      : ` Late claims are possible until ${termsOf(transaction).lateClaim} after the payout.`
  }`,
  next: 'Our staff read it and write to you. The payout continues unless they stop it.',
  fields: {
    text: { label: 'What is wrong?', hint: 'Our staff read this', missing: 'Please describe what is wrong' },
    photos: 'optional',
  },
  fixed: { category: 'OTHER', claim: 0 },
  busyText: 'Sending…',
  done: 'Your claim was sent to our staff',
});

const sellersDispute = (transaction: TransactionOfAction): ActionWords => ({
  intro: `The buyer has paused this sale for more than ${termsOf(transaction).sellerDispute}. Tell our staff why the money should go to you; proof of delivery helps.`,
  next: `${review(transaction)} They choose a full refund, a partial refund, or a release to you. The money stays in escrow meanwhile.`,
  fields: {
    text: {
      label: 'What happened?',
      hint: 'The buyer and our staff read this',
      missing: 'Please describe what is wrong',
    },
    photos: 'optional',
  },
  fixed: { category: 'PAUSED_TOO_LONG', claim: 0 },
  busyText: 'Opening…',
  done: 'Dispute opened. Our staff review it.',
});

/** Sends the sums that the dialog shows, so that the server refuses outdated ones. */
const shownOf = (sums: { toBuyer: number; toSeller: number } | null | undefined) => ({
  toBuyer: sums?.toBuyer ?? 0,
  toSeller: sums?.toSeller ?? 0,
});

const acceptClaim = (transaction: TransactionOfAction): ActionWords => {
  const shares = inCents(transaction.dispute?.accepted ?? { toBuyer: 0, toSeller: 0, fee: 0 });
  const part = shares.toSeller > 0 ? ' Your part is released after that.' : '';
  return {
    intro: `${transaction.dispute?.byAppeal ? 'You give everything back' : 'You agree with the buyer'}: ${sharesInWords(shares, 'seller')}.`,
    next: `The refund is sent at once. ${refundTime(transaction)}${part}`,
    fields: {},
    fixed: shownOf(transaction.dispute?.accepted),
    danger: true,
    busyText: 'Accepting…',
    done: `${transaction.dispute?.byAppeal ? 'Done' : 'Claim accepted'}. The refund is on its way.`,
  };
};

const offer = (transaction: TransactionOfAction): ActionWords => {
  const claim = centsOf(transaction.dispute?.claim ?? 0);
  const halves = new Map([
    [half(centsOf(transaction.amount)), 'item price'],
    [half(claim), 'claim'],
  ]);
  const parts = [...halves].reverse().filter(([cents]) => sharesOf(transaction, cents));
  const asks = claim > 0 ? `The buyer asks for ${formatCents(claim)}. ` : '';
  const answer = inFull(inTerms('settlementOffer', aboutOf(transaction)));
  return {
    intro: `${asks}Offer what you think is fair; you keep the rest.`,
    next: `${answer} If the buyer accepts, the refund is sent at once. If the buyer declines, the dispute continues, and you can make another offer.`,
    fields: {
      amount: {
        label: 'How much do you offer?',
        quick: parts.map(([cents, whole]) => ({ label: `Half of the ${whole}, ${formatCents(cents)}`, cents })),
      },
    },
    busyText: 'Offering…',
    done: `Offer sent. ${inTerms('settlementOffer', aboutOf(transaction)).by}`,
  };
};

const contest = (transaction: TransactionOfAction): ActionWords => ({
  intro: 'Tell your side. The buyer and our staff, who decide, can read your words and see your photos.',
  next: `The dispute goes to our staff. ${review(transaction)} They give their reasons to both of you. You can still offer an amount meanwhile.`,
  fields: {
    text: { label: 'Your answer', hint: 'The buyer and our staff read this', missing: 'Please answer the claim' },
    photos: 'optional',
  },
  busyText: 'Sending…',
  done: 'Your answer is sent. Our staff decide.',
});

/** Withdrawing after a release restores the release; in escrow another hold may remain. */
const afterWithdrawal = (transaction: TransactionOfAction): string =>
  transaction.status === 'IN_ESCROW'
    ? escrowAfter('disputed')(aboutOf(transaction))
    : releasedIn(transaction, moneyOf(transaction).toSeller);

const withdraw = (transaction: TransactionOfAction): ActionWords => ({
  intro: 'You no longer ask for money back.',
  next: afterWithdrawal(transaction),
  fields: {},
  busyText: 'Withdrawing…',
  done: 'Dispute withdrawn',
});

const statement = (transaction: TransactionOfAction): ActionWords => ({
  intro: `Tell our staff and the ${transaction.role === 'seller' ? 'buyer' : 'seller'} something new, or answer a question.`,
  next: 'Our staff read it before they decide. You can add more until then.',
  fields: {
    text: {
      label: 'Your statement',
      hint: 'Both sides and our staff read this',
      missing: 'Please write your statement',
    },
    photos: 'optional',
  },
  busyText: 'Adding…',
  done: 'Statement added',
});

const appeal = (transaction: TransactionOfAction): ActionWords => ({
  intro: `Say why the decision is wrong. ${
    isDeferred(transaction)
      ? 'The money stays in escrow until there is a new decision.'
      : 'Money released to the seller goes back into escrow; money refunded to you stays with you.'
  }`,
  next: `Another member of our staff reviews it. ${review(transaction)} You cannot appeal a second time.`,
  fields: {
    text: {
      label: 'Why is it wrong?',
      hint: `The ${transaction.role === 'seller' ? 'buyer' : 'seller'} and our staff read this`,
      missing: 'Please write your statement',
    },
    photos: 'optional',
  },
  busyText: 'Appealing…',
  done: 'Appeal sent. Another member of our staff decides.',
});

const acceptOffer = (transaction: TransactionOfAction): ActionWords => ({
  intro: `You settle with the seller: ${transaction.dispute?.offer ? sharesInWords(inCents(transaction.dispute.offer), 'buyer') : ''}.`,
  next: `The refund is sent at once. ${refundTime(transaction)} The rest goes to the seller after that.`,
  fields: {},
  fixed: shownOf(transaction.dispute?.offer),
  busyText: 'Accepting…',
  done: 'Offer accepted. The refund is on its way.',
});

const refuseOffer = ({ dispute }: TransactionOfAction): ActionWords => ({
  intro: `You decline ${formatCents(centsOf(dispute?.offer?.toBuyer ?? 0))}.`,
  next: 'The dispute continues. The seller may make another offer; otherwise our staff decide.',
  fields: {},
  busyText: 'Declining…',
  done: 'Offer declined',
});

export const DISPUTE_WORDS = {
  openDispute,
  lateClaim,
  sellersDispute,
  acceptClaim,
  offer,
  contest,
  statement,
  appeal,
  withdraw,
  acceptOffer,
  refuseOffer,
};
