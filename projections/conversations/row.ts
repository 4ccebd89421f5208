import type { Recorded } from '#application/ports/eventCodec.ts';
import type { AccountEvent } from '#domain/accounts/events.ts';
import type { ConversationEvent, MessageImage, ReportOutcome } from '#domain/conversations/conversation.ts';

export type ConversationRow = {
  id: string;
  buyer_id: string;
  seller_id: string;
  listing_id: string;
  last_message_id: string | null;
  last_at: number;
  /** The last read `seq` of each party. */
  buyer_read: number;
  seller_read: number;
  /** Recounted after each batch. */
  buyer_unread: number;
  seller_unread: number;
};

/** Without content and image: erased. */
export type MessageRow = {
  id: string;
  conversation_id: string;
  /** Its revision in the stream. */
  seq: number;
  sender_id: string;
  content: string | null;
  image: MessageImage | null;
  at: number;
};

export type ReportRow = {
  message_id: string;
  reporter_id: string;
  conversation_id: string;
  reason: string | null;
  at: number;
  outcome: ReportOutcome | null;
  note: string | null;
  resolved_by: string | null;
  resolved_at: number | null;
};

export type BlockRow = { account_id: string; blocked_id: string };

export const HANDLED = [
  'ConversationStarted',
  'MessageSent',
  'ConversationRead',
  'MessageReported',
  'MessageReportResolved',
  'AccountBlocked',
  'AccountUnblocked',
  'AccountErased',
] as const;
export type Handled = Recorded<Extract<ConversationEvent | AccountEvent, { type: (typeof HANDLED)[number] }>>;
