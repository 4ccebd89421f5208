import type { Family } from '../content.ts';

export const ratingEmails = {
  ratingReceived: ({ details }) => ({
    subject: `A buyer rated you ${details.rating} of 5`,
    heading: 'A buyer has rated you',
    paragraphs: [
      `You received ${details.rating} of 5 stars for a completed sale. Your reputation shows it from now on.`,
    ],
    action: { label: 'Dashboard', path: '/dashboard' },
  }),
} as const satisfies Family;
