import type { Recorded } from '#application/ports/eventCodec.ts';
import { eventTextOf } from '#domain/notifications/eventTexts.ts';
import { inAppMessagesOf } from '#domain/notifications/inAppMessages.ts';
import { listingReportMessages, messagesOfListingReport } from '#domain/notifications/listingReports.ts';
import { messagesOfMessageReport } from '#domain/notifications/messageReports.ts';
import { isPriceOfferNews } from '#domain/notifications/priceOffers.ts';
import { keptOfMatch } from '#domain/notifications/savedSearchMatches.ts';
import { isWatchedEvent, newsIn, type WatchedEvent } from '#domain/notifications/watchedListings.ts';
import { byKey, idOf } from '../engine/rows.ts';
import {
  type ConversationParties,
  type NotificationRow,
  notificationId,
  type TransactionParties,
  type Watcher,
} from './row.ts';

/** The rows that a batch may change, and the parties of its transactions and conversations. */
export type NotificationState = {
  rows: Map<string, NotificationRow>;
  sales: Map<string, TransactionParties>;
  conversations: Map<string, ConversationParties>;
  /** By `watcherKey`. */
  watchers: Map<string, Watcher>;
};

export const watcherKey = ({ listing_id, account_id }: Watcher): string => `${listing_id} ${account_id}`;

export const openNotificationState = (
  rows: NotificationRow[],
  transactions: TransactionParties[],
  conversations: ConversationParties[],
  watchers: Watcher[],
): NotificationState => ({
  rows: byKey(rows, 'id'),
  sales: byKey(transactions, 'id'),
  conversations: byKey(conversations, 'id'),
  watchers: new Map(watchers.map((watcher) => [watcherKey(watcher), watcher])),
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

const isOpen = ({ read, deleted }: NotificationRow): boolean => !read && !deleted;

type Content = Pick<NotificationRow, 'type' | 'account_id'> & Partial<NotificationRow>;

export const applyEvent = (
  { rows, sales: transactions, conversations, watchers }: NotificationState,
  event: Recorded,
): void => {
  const notify = (content: Content): void => {
    const id = notificationId(event.id, content.account_id, content.type);
    rows.set(id, { id, cause: event.id, ...BLANK, created_at: event.data.at, ...content });
  };
  const change = (row: NotificationRow | undefined, update: Partial<NotificationRow>): void => {
    if (row) rows.set(row.id, { ...row, ...update });
  };
  const unread = (account: string, conversation?: string): NotificationRow[] =>
    [...rows.values()].filter(
      (row) =>
        row.account_id === account &&
        isOpen(row) &&
        (conversation === undefined || row.conversation_id === conversation),
    );
  /** An unread rating of the transaction; its review joins the same notification. */
  const openStars = (transaction: string): NotificationRow | undefined =>
    [...rows.values()].find((row) => row.type === 'review' && row.transaction_id === transaction && isOpen(row));
  /** When staff remove a review, its rating stays, unless another notification shows it. */
  const forgetWords = (transaction: string): void => {
    const told = [...rows.values()].filter((row) => row.type === 'review' && row.transaction_id === transaction);
    for (const row of told) {
      if (row.said?.fact !== 'ReviewWritten') continue;
      const starsAlone = told.some(({ said }) => said === null);
      change(row, starsAlone ? { deleted: true } : { said: null, amount: Number(row.said.kept.rating) });
    }
  };
  const notifyParties = (): void => {
    const transaction = transactions.get(idOf(event.stream));
    if (!transaction) throw new Error(`${event.type} for a transaction that was never created`);
    const { buyer, seller } = eventTextOf(event.type).notifies ?? {};
    const { id, listing_id, title, policy_version } = transaction;
    const about = { transaction_id: id, listing_id, title, policy_version };
    if (buyer) notify({ ...about, type: buyer, account_id: transaction.buyer_id, sender_id: transaction.seller_id });
    if (seller) notify({ ...about, type: seller, account_id: transaction.seller_id, sender_id: transaction.buyer_id });
    for (const { to, type, kept } of inAppMessagesOf(event)) {
      const [account_id, sender_id] =
        to === 'buyer' ? [transaction.buyer_id, transaction.seller_id] : [transaction.seller_id, transaction.buyer_id];
      const stars = event.type === 'ReviewWritten' ? openStars(id) : undefined;
      if (stars) change(stars, { said: { fact: event.type, to, kept }, created_at: event.data.at });
      else notify({ ...about, type, account_id, sender_id, said: { fact: event.type, to, kept } });
    }
  };
  const notifyOwner = (): void => {
    for (const { to, type, kept } of inAppMessagesOf(event))
      notify({ type, account_id: idOf(event.stream), said: { fact: event.type, to, kept } });
  };
  const notifyPriceOffer = (buyer: string, seller: string): void => {
    const listing_id = idOf(event.stream);
    for (const { to, type, kept } of inAppMessagesOf(event)) {
      const [account_id, sender_id] = to === 'buyer' ? [buyer, seller] : [seller, buyer];
      notify({ type, account_id, sender_id, listing_id, said: { fact: event.type, to, kept } });
    }
  };

  /** One unread notification per listing, with the latest news; several reductions count from the first price. */
  const notifyWatchers = (fact: WatchedEvent): void => {
    const listing_id = idOf(event.stream);
    const buyer =
      'transactionId' in event.data ? transactions.get(String(event.data.transactionId))?.buyer_id : undefined;
    for (const watcher of watchers.values()) {
      if (watcher.listing_id !== listing_id || watcher.account_id === buyer) continue;
      const { account_id } = watcher;
      const before = [...rows.values()].find(
        (row) =>
          row.type === 'watched' && row.account_id === account_id && row.listing_id === listing_id && isOpen(row),
      );
      const first = before?.said?.fact === fact ? before.said.kept : {};
      const said = {
        fact,
        to: 'watcher' as const,
        kept: { ...newsIn(fact, event.data), ...('from' in first && { from: first.from }) },
      };
      if (before) change(before, { said, created_at: event.data.at });
      else notify({ type: 'watched', account_id, listing_id, said });
    }
  };
  const notifyConcerned = (): void => {
    for (const { account, to, kept } of messagesOfListingReport(event))
      notify({
        type: 'report',
        account_id: account,
        listing_id: idOf(event.stream),
        said: { fact: event.type, to, kept },
      });
  };
  const forget = (account: string): void => {
    for (const [key, { account_id }] of watchers) if (account_id === account) watchers.delete(key);
    for (const { id, type, account_id } of rows.values())
      if ((type === 'watched' || type === 'found') && account_id === account) rows.delete(id);
  };
  const openOfSearch = (search: unknown): NotificationRow | undefined =>
    unread(idOf(event.stream)).find(({ type, said }) => type === 'found' && said?.kept.search === search);
  /** One unread notification per search; it links to the listing while there is only one. */
  const notifySearcher = (matched: Extract<Recorded, { type: 'SearchMatched' }>['data']): void => {
    // unreadable once the account is erased
    if (matched.pace === 'off' || matched.listingId === null) return;
    const said = { fact: 'SearchMatched', to: 'searcher', kept: keptOfMatch(matched) } as const;
    const before = openOfSearch(said.kept.search);
    if (before) change(before, { said, amount: before.amount + 1, listing_id: null, created_at: matched.at });
    else notify({ type: 'found', account_id: idOf(event.stream), listing_id: matched.listingId, said });
  };

  switch (event.type) {
    case 'ListingWatched':
    case 'ListingUnwatched': {
      // unreadable once the account is erased; AccountErased follows
      if (event.data.listingId === null) break;
      const watcher = { account_id: idOf(event.stream), listing_id: event.data.listingId };
      if (event.type === 'ListingWatched') watchers.set(watcherKey(watcher), watcher);
      else watchers.delete(watcherKey(watcher));
      break;
    }
    case 'SearchMatched':
      notifySearcher(event.data);
      break;
    case 'SearchLookedAt': {
      const known = openOfSearch(event.data.searchId);
      if (known) change(known, { read: true });
      break;
    }
    case 'AccountErased':
      forget(idOf(event.stream));
      break;
    case 'TransactionCreated': {
      const { buyerId, sellerId, listingId, item, policyVersion } = event.data;
      const id = idOf(event.stream);
      const parties = { buyer_id: buyerId, seller_id: sellerId, listing_id: listingId };
      transactions.set(id, { id, ...parties, title: item.title, policy_version: policyVersion });
      notifyParties();
      break;
    }
    case 'SellerRated': {
      const { transactionId, buyerId, rating } = event.data;
      const transaction = transactions.get(transactionId);
      notify({
        type: 'review',
        account_id: idOf(event.stream),
        sender_id: buyerId,
        amount: rating,
        transaction_id: transactionId,
        listing_id: transaction?.listing_id ?? null,
        title: transaction?.title ?? null,
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
    case 'ReviewReportResolved':
      if (event.data.part === 'review' && event.data.outcome === 'removed') forgetWords(idOf(event.stream));
      notifyParties();
      break;
    case 'MessageReportResolved': {
      const listing_id = event.data.listingId ?? null;
      for (const { account: account_id, ...said } of messagesOfMessageReport(event))
        notify({ type: 'message_report', account_id, listing_id, said: { fact: event.type, ...said } });
      break;
    }
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
      if (listingReportMessages(event.type)) notifyConcerned();
      else if (isWatchedEvent(event.type)) notifyWatchers(event.type);
      else if (isPriceOfferNews(event.type) && 'buyerId' in event.data && 'sellerId' in event.data)
        notifyPriceOffer(String(event.data.buyerId), String(event.data.sellerId));
      else if (event.stream.startsWith('account-')) notifyOwner();
      else notifyParties();
  }
};
