import type { MessageReport, MessageReportPage } from '#application/contract/moderation.ts';
import type { ReviewReport } from '#application/contract/reviews.ts';
import { BUYER, SELLER } from '../transactions/cases/aCase.ts';

export const aReport = (changes: Partial<MessageReport> = {}): MessageReport => ({
  messageId: '7'.repeat(32),
  sender: SELLER,
  content: 'Send the money to my own account instead.',
  imageUrl: null,
  sentAt: '2026-11-20T11:00:00.000Z',
  listing: { _id: 'd'.repeat(32), title: 'Barrow guard' },
  reports: [{ reporter: BUYER, reason: 'I am asked to pay outside.', reportedAt: '2026-11-20T12:00:00.000Z' }],
  context: { before: [], after: [] },
  resolution: null,
  ...changes,
});

export const reportsOf = (...reports: MessageReport[]): MessageReportPage => ({
  reports,
  totalCount: reports.length,
  hasMore: false,
});

export const aReviewReport = (changes: Partial<ReviewReport> = {}): ReviewReport => ({
  reviewId: '8'.repeat(32),
  part: 'review',
  author: BUYER,
  seller: SELLER,
  rating: 2,
  text: 'Never again.',
  writtenAt: '2026-11-20T11:00:00.000Z',
  answers: null,
  reports: [{ reporter: SELLER, reason: 'It is about another seller.', reportedAt: '2026-11-20T12:00:00.000Z' }],
  resolution: null,
  ...changes,
});
