import type { Family } from '../content.ts';

export const messageEmails = {
  newMessages: ({ from, letterPath }) => ({
    subject: `New message from ${from ?? 'a member'}`,
    heading: `${from ?? 'A member'} has written to you`,
    paragraphs: ['You have not read it yet. Until you do, we send no other email about this conversation.'],
    action: { label: 'Read it', path: letterPath ?? '/messages' },
  }),
  dailyDigest: ({ held = [] }) => ({
    subject: held.length === 1 ? 'Your day at Reliquary' : `Your day at Reliquary: ${held.length} pieces of news`,
    heading: 'What has happened since',
    paragraphs: held.map(({ subject }) => `• ${subject}`),
    action: { label: 'See all of it', path: held.length === 1 ? (held[0]?.path ?? '/dashboard') : '/dashboard' },
  }),
} as const satisfies Family;
