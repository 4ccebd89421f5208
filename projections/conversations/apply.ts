import type { AccountId } from '#domain/shared/ids.ts';
import { idOf } from '../engine/rows.ts';
import type { BlockRow, ConversationRow, Handled, MessageRow, ReportRow } from './row.ts';

export type ConversationState = {
  conversations: Map<string, ConversationRow>;
  /** New messages of this batch, and the messages that somebody has read up to. */
  messages: Map<string, MessageRow>;
  made: Set<string>;
  reports: ReportRow[];
  /** Of reports in this batch or earlier. */
  resolutions: Pick<ReportRow, 'message_id' | 'outcome' | 'note' | 'resolved_by' | 'resolved_at'>[];
  /** By both ids; undefined: unblocked. */
  blocks: Map<string, BlockRow | undefined>;
  erased: Set<AccountId>;
};

const blockKey = (account: AccountId, blocked: AccountId): string => `${account} ${blocked}`;

export const applyEvent = (state: ConversationState, event: Handled): void => {
  const { conversations, messages, made, reports, resolutions, blocks, erased } = state;
  const id = idOf(event.stream);
  const known = (): ConversationRow => {
    const row = conversations.get(id);
    if (!row) throw new Error(`${event.type} in a conversation that was never started`);
    return row;
  };

  switch (event.type) {
    case 'ConversationStarted': {
      const { at, buyerId, sellerId, listingId } = event.data;
      conversations.set(id, {
        id,
        buyer_id: buyerId,
        seller_id: sellerId,
        listing_id: listingId,
        last_message_id: null,
        last_at: at,
        buyer_read: -1,
        seller_read: -1,
        buyer_unread: 0,
        seller_unread: 0,
      });
      break;
    }
    case 'MessageSent': {
      const { at, messageId, senderId, content, image } = event.data;
      const place = { id: messageId, conversation_id: id, seq: event.revision };
      messages.set(messageId, { ...place, sender_id: senderId, content, image, at });
      made.add(messageId);
      conversations.set(id, { ...known(), last_message_id: messageId, last_at: at });
      break;
    }
    case 'ConversationRead': {
      const row = known();
      const read = event.data.readerId === row.buyer_id ? 'buyer_read' : 'seller_read';
      const seq = messages.get(event.data.upTo)?.seq ?? -1;
      conversations.set(id, { ...row, [read]: Math.max(row[read], seq) });
      break;
    }
    case 'MessageReported': {
      const { at, messageId, reporterId, reason } = event.data;
      reports.push({
        message_id: messageId,
        reporter_id: reporterId,
        conversation_id: id,
        reason,
        at,
        outcome: null,
        note: null,
        resolved_by: null,
        resolved_at: null,
      });
      break;
    }
    case 'MessageReportResolved': {
      const { at, messageId, outcome, note, by } = event.data;
      resolutions.push({ message_id: messageId, outcome, note, resolved_by: by, resolved_at: at });
      break;
    }
    case 'AccountBlocked':
    case 'AccountUnblocked': {
      const { blockedId } = event.data;
      const block = event.type === 'AccountBlocked' ? { account_id: id, blocked_id: blockedId } : undefined;
      blocks.set(blockKey(id, blockedId), block);
      break;
    }
    case 'AccountErased':
      erased.add(id);
      break;
  }
};
