import { type Family, referenceOf, titleOf } from '../content.ts';

export const ratingEmails = {
  ratingReceived: ({ details }) => ({
    subject: `A buyer rated you ${details.rating} of 5`,
    heading: 'A buyer has rated you',
    paragraphs: [
      `You received ${details.rating} of 5 stars for a completed sale. It now counts towards your reputation.`,
    ],
    action: { label: 'Dashboard', path: '/dashboard' },
  }),
  reviewWritten: (email) => ({
    subject: `A review of ${titleOf(email)}`,
    heading: 'A buyer has written a review',
    paragraphs: [
      `The buyer of ${titleOf(email)} left a ${email.details.rating}-star review. It is public on your seller page, without the buyer’s name.`,
      'You can answer it there, once. Your answer appears below the review.',
    ],
    action: {
      label: 'Read and answer',
      path: email.transaction ? `/sellers/${email.transaction.sellerId}` : '/dashboard',
    },
  }),
  reviewRemoved: (email) => {
    const { part, reason } = email.removed ?? { part: 'review', reason: null };
    const what = part === 'answer' ? 'answer to a review' : 'review';
    return {
      subject: `Your ${what} was removed: ${referenceOf(email)}`,
      heading: `Our staff removed your ${what}`,
      paragraphs: [
        `It was reported, and it is about the sale of ${titleOf(email)}. It is no longer shown; the stars remain.`,
        ...(reason ? ['The reason our staff gave:', reason] : []),
        'If you think this is wrong, reply to this email and tell us why. We reply on business days.',
      ],
      action: { label: 'Contact Us', path: '/faq-contact' },
      note: 'Reply to this email to reach our support.',
    };
  },
} as const satisfies Family;
