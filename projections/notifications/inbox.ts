import type { Recorded } from '#application/ports/eventCodec.ts';
import { rungBy } from '#domain/telling/rings.ts';
import { tellingOf } from '#domain/telling/telling.ts';
import { byKey, idOf } from '../engine/rows.ts';
import { type ConversationParties, type NotificationRow, notificationId, type SaleParties } from './row.ts';

/** What a batch works on: rows that it may change, and who takes part in which sale and conversation. */
export type Inbox = {
  rows: Map<string, NotificationRow>;
  sales: Map<string, SaleParties>;
  conversations: Map<string, ConversationParties>;
};

export const openInbox = (
  rows: NotificationRow[],
  sales: SaleParties[],
  conversations: ConversationParties[],
): Inbox => ({
  rows: byKey(rows, 'id'),
  sales: byKey(sales, 'id'),
  conversations: byKey(conversations, 'id'),
});

const BLANK = {
  sender_id: null,
  transaction_id: null,
  listing_id: null,
  conversation_id: null,
  title: null,
  policy_version: null,
  amount: 1,
  said: null,
  read: false,
  deleted: false,
};

type Content = Pick<NotificationRow, 'type' | 'account_id'> & Partial<NotificationRow>;

export const takeIn = ({ rows, sales, conversations }: Inbox, event: Recorded): void => {
  const notify = (content: Content): void => {
    const id = notificationId(event.id, content.account_id, content.type);
    rows.set(id, { id, ...BLANK, created_at: event.data.at, ...content });
  };
  const change = (row: NotificationRow | undefined, update: Partial<NotificationRow>): void => {
    if (row) rows.set(row.id, { ...row, ...update });
  };
  const unread = (account: string, conversation?: string): NotificationRow[] =>
    [...rows.values()].filter(
      (row) =>
        row.account_id === account &&
        !row.read &&
        !row.deleted &&
        (conversation === undefined || row.conversation_id === conversation),
    );
  const notifyParties = (): void => {
    const sale = sales.get(idOf(event.stream));
    if (!sale) throw new Error(`${event.type} for a sale that was never created`);
    const { buyer, seller } = tellingOf(event.type).notifies ?? {};
    const { id, listing_id, title, policy_version } = sale;
    const about = { transaction_id: id, listing_id, title, policy_version };
    if (buyer) notify({ ...about, type: buyer, account_id: sale.buyer_id, sender_id: sale.seller_id });
    if (seller) notify({ ...about, type: seller, account_id: sale.seller_id, sender_id: sale.buyer_id });
    for (const { to, type, kept } of rungBy(event)) {
      const [account_id, sender_id] =
        to === 'buyer' ? [sale.buyer_id, sale.seller_id] : [sale.seller_id, sale.buyer_id];
      notify({ ...about, type, account_id, sender_id, said: { fact: event.type, to, kept } });
    }
  };
  const notifyOwner = (): void => {
    for (const { to, type, kept } of rungBy(event))
      notify({ type, account_id: idOf(event.stream), said: { fact: event.type, to, kept } });
  };

  switch (event.type) {
    case 'TransactionCreated': {
      const { buyerId, sellerId, listingId, item, policyVersion } = event.data;
      const id = idOf(event.stream);
      const parties = { buyer_id: buyerId, seller_id: sellerId, listing_id: listingId };
      sales.set(id, { id, ...parties, title: item.title, policy_version: policyVersion });
      notifyParties();
      break;
    }
    case 'SellerRated': {
      const { transactionId, buyerId, rating } = event.data;
      const sale = sales.get(transactionId);
      notify({
        type: 'review',
        account_id: idOf(event.stream),
        sender_id: buyerId,
        amount: rating,
        transaction_id: transactionId,
        listing_id: sale?.listing_id ?? null,
        title: sale?.title ?? null,
      });
      break;
    }
    case 'ConversationStarted': {
      const { buyerId, sellerId, listingId } = event.data;
      const id = idOf(event.stream);
      conversations.set(id, { id, buyer_id: buyerId, seller_id: sellerId, listing_id: listingId });
      break;
    }
    case 'MessageSent': {
      const talk = conversations.get(idOf(event.stream));
      if (!talk) throw new Error('MessageSent in a conversation that was never started');
      const to = event.data.senderId === talk.buyer_id ? talk.seller_id : talk.buyer_id;
      const [open] = unread(to, talk.id);
      if (open) {
        change(open, { amount: open.amount + 1, created_at: event.data.at });
        break;
      }
      notify({
        type: 'message',
        account_id: to,
        sender_id: event.data.senderId,
        conversation_id: talk.id,
        listing_id: talk.listing_id,
      });
      break;
    }
    case 'ConversationRead':
      for (const row of unread(event.data.readerId, idOf(event.stream))) change(row, { read: true });
      break;
    case 'NotificationRead':
    case 'NotificationDeleted': {
      const row = rows.get(event.data.notificationId);
      if (row?.account_id === idOf(event.stream))
        change(row, event.type === 'NotificationRead' ? { read: true } : { deleted: true });
      break;
    }
    case 'AllNotificationsRead':
      for (const row of unread(idOf(event.stream))) change(row, { read: true });
      break;
    default:
      if (event.stream.startsWith('account-')) notifyOwner();
      else notifyParties();
  }
};
