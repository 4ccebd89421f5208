import type { Family } from '../content.ts';

export const staffLetters = {
  messageReported: ({ details }) => ({
    subject: 'A message was reported',
    heading: 'A message was reported',
    paragraphs: [
      'Somebody does not want to receive what another person wrote to them, and asks us to look at it.',
      `It is the message ${details.message}. What it says and why it was reported, staff read with GET /api/staff/message-reports.`,
    ],
    action: { label: 'How the call is made', path: '/api/docs' },
  }),
  supportQuestion: ({ question }) => ({
    subject: `${question?.username ?? 'A member'} asks: ${question?.subject ?? 'a question'}`,
    heading: question?.subject ?? 'A question',
    paragraphs: [
      `${question?.username ?? 'A member'} (${question?.email ?? 'no address'}) writes:`,
      question?.message ?? '',
    ],
    action: { label: 'What we tell everybody', path: '/faq' },
    note: 'An answer to this mail goes to who asked.',
  }),
} as const satisfies Family;
