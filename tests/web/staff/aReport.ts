import type { MessageReport } from '#application/contract/messages.ts';
import { BUYER, SELLER } from './aCase.ts';

export const aReport = (changes: Partial<MessageReport> = {}): MessageReport => ({
  messageId: '7'.repeat(32),
  reason: 'I am asked to pay outside.',
  reportedAt: '2026-11-20T12:00:00.000Z',
  reporter: BUYER,
  sender: SELLER,
  content: 'Send the money to my own account instead.',
  imageUrl: null,
  listingId: 'd'.repeat(32),
  resolution: null,
  ...changes,
});
