import { formatCents } from '../../shared/euros.ts';
import { isOfReturn, isReferred, type ReturnCategory } from '../../transactions/disputeCategories.ts';
import { toBoth, toBuyer, toOther, toSeller } from '../emails.ts';
import { asCase, saying, type TransactionEventTexts } from '../row.ts';
import { byWhom, divided } from './text.ts';

const RETURN_WORDS: Readonly<Record<ReturnCategory, string>> = {
  RETURN_REFUSED: 'The seller refused the return and asked our staff',
  RETURN_REJECTED: 'The seller rejected what came back and asked our staff',
  RETURN_NOT_ARRIVED: 'The seller says that the return has not arrived, and asked our staff',
};

/** Disputes and settlements between the parties. */
export const disputes = {
  DisputeOpened: {
    // a seller's dispute claims nothing, and the buyer of a return claimed nothing either
    sentence: saying(['by', 'claim', 'category'], ({ by, claim, category }) =>
      isOfReturn(category)
        ? `${RETURN_WORDS[category]}. Our staff decide`
        : `A dispute${claim === 0 ? '' : ` over ${formatCents(claim)}`} was opened ${byWhom(by)}`,
    ),
    audience: 'both',
    emails: ({ by, category, claim, answerBy }) =>
      isOfReturn(category)
        ? []
        : toOther(by, 'disputeOpened', { claim, answerBy: isReferred(category) ? null : answerBy }),
    activity: { buyer: 'A dispute about {title} was opened', seller: 'A dispute about {title} was opened' },
    // the refusal or rejection of a return has said it already; a dispute that we open needs no words
    statement: ({ by, text, category, claim, evidence }) =>
      isOfReturn(category)
        ? { category, claim, party: 'buyer' }
        : { words: by === 'system' ? (text ?? undefined) : text, category, claim, evidence },
  },
  DisputeContested: {
    sentence: 'The seller contests the claim',
    audience: 'both',
    emails: ({ decideBy }) => [toBuyer('disputeUnderReview', { decideBy })],
    toStaff: asCase('disputeReview'),
    statement: ({ text, evidence }) => ({ words: text, evidence }),
  },
  SellerSilent: {
    sentence: 'The seller did not answer in time',
    audience: 'both',
    emails: ({ decideBy }) => toBoth('disputeUnderReview', { decideBy }),
    toStaff: asCase('disputeReview'),
  },
  DisputeReferred: {
    sentence: 'Our staff review the dispute',
    audience: 'both',
    emails: ({ decideBy }) => toBoth('disputeUnderReview', { decideBy }),
    toStaff: asCase('disputeReview'),
  },
  DisputeWithdrawn: {
    sentence: 'The buyer withdrew the dispute',
    audience: 'both',
    emails: [toSeller('disputeClosed')],
    statement: () => ({}),
  },
  DisputeAccepted: {
    sentence: saying(['toBuyer', 'toSeller'], (sums) => `The seller accepts the claim: ${divided(sums)}`),
    audience: 'both',
    emails: ({ toBuyer, toSeller }) => toBoth('disputeClosed', { toBuyer, toSeller }),
    statement: ({ toBuyer, toSeller }) => ({ toBuyer, toSeller }),
  },
  SettlementOffered: {
    sentence: saying(['toBuyer'], ({ toBuyer }) => `The seller offers ${formatCents(toBuyer)} to settle`),
    audience: 'both',
    emails: (data) => [toBuyer('settlementOffered', { toBuyer: data.toBuyer, lapsesAt: data.lapsesAt })],
    statement: ({ toBuyer }) => ({ toBuyer }),
  },
  SettlementAccepted: {
    sentence: saying(['toBuyer', 'toSeller'], (sums) => `The buyer accepts the offer: ${divided(sums)}`),
    audience: 'both',
    emails: ({ toBuyer, toSeller }) => toBoth('disputeClosed', { toBuyer, toSeller }),
    statement: ({ toBuyer, toSeller }) => ({ toBuyer, toSeller }),
  },
  SettlementRefused: {
    sentence: 'The buyer refused the offer',
    audience: 'both',
    emails: [toSeller('settlementRefused')],
    statement: () => ({}),
  },
  SettlementLapsed: {
    sentence: 'The offer was not answered in time',
    audience: 'both',
    emails: [toBuyer('settlementLapsed'), toSeller('settlementRefused')],
  },
} satisfies Partial<TransactionEventTexts>;
