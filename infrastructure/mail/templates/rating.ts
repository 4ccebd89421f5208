import { type Family, referenceOf, titleOf } from '../content.ts';

export const ratingEmails = {
  ratingReceived: ({ details }) => ({
    subject: `A buyer rated you ${details.rating} of 5`,
    heading: 'A buyer has rated you',
    paragraphs: [
      `You received ${details.rating} of 5 stars for a completed sale. Your reputation shows it from now on.`,
    ],
    action: { label: 'Dashboard', path: '/dashboard' },
  }),
  reviewWritten: (email) => ({
    subject: `A review of ${titleOf(email)}`,
    heading: 'A buyer has written a review',
    paragraphs: [
      `The buyer of ${titleOf(email)} has written what the ${email.details.rating} of 5 stars are for. Everybody reads it on your page, without the name of the buyer.`,
      'You can answer it there, once. Your answer stands below the review.',
    ],
    action: { label: 'Read and answer', path: email.sale ? `/sellers/${email.sale.sellerId}` : '/dashboard' },
  }),
  reviewRemoved: (email) => {
    const { part, reason } = email.removed ?? { part: 'review', reason: null };
    const what = part === 'answer' ? 'answer to a review' : 'review';
    return {
      subject: `Your ${what} was taken away: ${referenceOf(email)}`,
      heading: `Our staff took away your ${what}`,
      paragraphs: [
        `It was reported, and it is about the sale of ${titleOf(email)}. Nobody is shown it any more; the stars stay.`,
        ...(reason ? ['The reason, as our staff have written it:', reason] : []),
        'If you think that this is wrong, answer this mail and say why. People read it, on business days.',
      ],
      action: { label: 'Contact Us', path: '/faq-contact' },
      note: 'An answer to this mail goes to our support.',
    };
  },
} as const satisfies Family;
