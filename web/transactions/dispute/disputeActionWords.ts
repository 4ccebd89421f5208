import { escrowAfter, inFull, inTerms, refundTime } from '#domain/telling/moneyWords.ts';
import { termsOf } from '#domain/transactions/termWords.ts';
import { centsOf, formatCents } from '../../ui/money.ts';
import { aboutOf, releasedIn } from '../../ui/moneySentences.ts';
import type { ActionWords, SaleOfAction } from '../claims/actionWords.ts';
import { moneyOf } from '../saleMoney.ts';
import { heldOf, inCents, sharesInWords, sharesOf } from '../shares.ts';

const half = (cents: number): number => Math.floor(cents / 2);

const quickClaims = (sale: SaleOfAction) => {
  const { held, most } = heldOf(sale);
  const part = Math.min(most, half(centsOf(sale.amount)));
  return [
    { label: `Everything, ${formatCents(held)}, fee included`, cents: held },
    ...(part > 0 ? [{ label: `Half of the item price, ${formatCents(part)}`, cents: part }] : []),
  ];
};

const stops = ({ status }: SaleOfAction): string =>
  status === 'IN_ESCROW' ? 'the escrow clock stops' : 'what was released to the seller is in escrow again';

const review = (sale: SaleOfAction): string => inTerms('disputeReview', aboutOf(sale)).by;

const openDispute = (sale: SaleOfAction): ActionWords => ({
  intro:
    'Say what is wrong and how much you want back. The seller reads your words and sees your photos; so do our staff.',
  next: `No money moves while it is open, and ${stops(sale)}. ${inFull(inTerms('disputeAnswer', aboutOf(sale)))} ${review(sale)}`,
  fields: {
    category: true,
    amount: { label: 'How much do you want back?', quick: quickClaims(sale) },
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

const lateClaim = (sale: SaleOfAction): ActionWords => ({
  intro: `The time for a dispute is over, so this is a late claim. It is recorded and goes to our staff, who hear you and the seller.${
    termsOf(sale).lateClaim === undefined
      ? ''
      : ` Late claims are possible until ${termsOf(sale).lateClaim} after the payout.`
  }`,
  next: 'Our staff read it and write to you. The payout goes on unless they stop it.',
  fields: {
    text: { label: 'What is wrong?', hint: 'Our staff read this', missing: 'Please describe what is wrong' },
    photos: 'optional',
  },
  fixed: { category: 'OTHER', claim: 0 },
  busyText: 'Sending…',
  done: 'Your claim is with our staff',
});

const sellersDispute = (sale: SaleOfAction): ActionWords => ({
  intro: `The buyer has paused this sale for more than ${termsOf(sale).sellerDispute}. Tell our staff why the money should go to you; proof of delivery helps.`,
  next: `${review(sale)} They choose a refund, a part of it, or a release to you. The money stays in escrow meanwhile.`,
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

/** The sums that the dialog shows go along: other ones are refused. */
const shownOf = (sums: { toBuyer: number; toSeller: number } | null | undefined) => ({
  toBuyer: sums?.toBuyer ?? 0,
  toSeller: sums?.toSeller ?? 0,
});

const acceptClaim = (sale: SaleOfAction): ActionWords => {
  const shares = inCents(sale.dispute?.accepted ?? { toBuyer: 0, toSeller: 0, fee: 0 });
  const part = shares.toSeller > 0 ? ' Your part is released when it is done.' : '';
  return {
    intro: `You agree with the buyer: ${sharesInWords(shares, 'seller')}.`,
    next: `The refund is sent at once. ${refundTime(sale)}${part}`,
    fields: {},
    fixed: shownOf(sale.dispute?.accepted),
    danger: true,
    busyText: 'Accepting…',
    done: 'Claim accepted. The refund is on its way.',
  };
};

const offer = (sale: SaleOfAction): ActionWords => {
  const claim = centsOf(sale.dispute?.claim ?? 0);
  const parts = [half(claim), half(centsOf(sale.amount))].filter((cents) => sharesOf(sale, cents));
  const answer = inFull(inTerms('settlementOffer', aboutOf(sale)));
  return {
    intro: `The buyer asks for ${formatCents(claim)}. Offer what you find fair; you get the rest.`,
    next: `${answer} An accepted offer is refunded at once. After a refusal the dispute goes on, and you may offer again.`,
    fields: {
      amount: {
        label: 'How much do you offer?',
        quick: [...new Set(parts)].map((cents, index) => ({
          label: `Half of the ${index === 0 ? 'claim' : 'item price'}, ${formatCents(cents)}`,
          cents,
        })),
      },
    },
    busyText: 'Offering…',
    done: `Offer sent. ${inTerms('settlementOffer', aboutOf(sale)).by}`,
  };
};

const contest = (sale: SaleOfAction): ActionWords => ({
  intro: 'Tell your side. The buyer reads your words and sees your photos; so do our staff, who decide.',
  next: `The dispute goes to our staff. ${review(sale)} They give their reasons to both of you. You can still offer an amount meanwhile.`,
  fields: {
    text: { label: 'Your answer', hint: 'The buyer and our staff read this', missing: 'Please answer the claim' },
    photos: 'optional',
  },
  busyText: 'Sending…',
  done: 'Your answer is sent. Our staff decide.',
});

/** After a release that release stands again; in escrow another hold may still stand. */
const afterWithdrawal = (sale: SaleOfAction): string =>
  sale.status === 'IN_ESCROW' ? escrowAfter('disputed')(aboutOf(sale)) : releasedIn(sale, moneyOf(sale).toSeller);

const withdraw = (sale: SaleOfAction): ActionWords => ({
  intro: 'You no longer ask for money back.',
  next: afterWithdrawal(sale),
  fields: {},
  busyText: 'Withdrawing…',
  done: 'Dispute withdrawn',
});

const statement = (sale: SaleOfAction): ActionWords => ({
  intro: `Tell our staff and the ${sale.role === 'seller' ? 'buyer' : 'seller'} what is not said yet, or answer a question.`,
  next: 'It is read before anything is decided. You can add more until then.',
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

const appeal = (sale: SaleOfAction): ActionWords => ({
  intro:
    'Say why the decision is wrong. What was released to the seller is in escrow again; what went back to you stays with you.',
  next: `Another member of our staff looks at it. ${review(sale)} There is no second appeal.`,
  fields: {
    text: {
      label: 'Why is it wrong?',
      hint: 'The seller and our staff read this',
      missing: 'Please write your statement',
    },
    photos: 'optional',
  },
  busyText: 'Appealing…',
  done: 'Appeal sent. Another member of our staff decides.',
});

const acceptOffer = (sale: SaleOfAction): ActionWords => ({
  intro: `You settle with the seller: ${sale.dispute?.offer ? sharesInWords(inCents(sale.dispute.offer), 'buyer') : ''}.`,
  next: `The refund is sent at once. ${refundTime(sale)} The rest goes to the seller when it is done.`,
  fields: {},
  fixed: shownOf(sale.dispute?.offer),
  busyText: 'Accepting…',
  done: 'Offer accepted. The refund is on its way.',
});

const refuseOffer = ({ dispute }: SaleOfAction): ActionWords => ({
  intro: `You refuse ${formatCents(centsOf(dispute?.offer?.toBuyer ?? 0))}.`,
  next: 'The dispute goes on as before. The seller may make another offer; otherwise our staff decide.',
  fields: {},
  busyText: 'Refusing…',
  done: 'Offer refused',
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
