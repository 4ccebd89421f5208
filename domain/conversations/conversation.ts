import { z } from 'zod';
import { access } from '../access/access.ts';
import { may, partyOf } from '../access/right.ts';
import type { Actor } from '../shared/actor.ts';
import { type Attached, attached } from '../shared/attached.ts';
import { type Decider, type Result, record, reject } from '../shared/decider.ts';
import { asItWas, type EventOf, fact, personal, revised } from '../shared/events.ts';
import { type AccountId, type Id, id, type ListingId } from '../shared/ids.ts';
import { DAY, type Instant } from '../shared/instants.ts';
import { inHours } from '../shared/lengths.ts';
import { scamReportReason, scamSignalsIn } from './scamSignals.ts';

/** What staff found about a reported message; `nothing`: no rule was broken. */
export const REPORT_OUTCOMES = ['nothing', 'warned', 'suspended'] as const;
export type ReportOutcome = (typeof REPORT_OUTCOMES)[number];

const message = {
  messageId: id,
  senderId: id,
  content: personal(z.string()),
  image: personal(z.object({ original: z.string(), s3Key: z.string() })),
};

/** Reports what is worded as by those who lead others out of escrow. */
export const BY_WORDING = 'system';

const reported = { messageId: id, reason: personal(z.string()) };

/** Stream `conversation-{id}`. Text is encrypted under one key a conversation and month (retention 2 years). */
export const conversationEvents = {
  ConversationStarted: fact({ buyerId: id, sellerId: id, listingId: id }),
  MessageSent: revised(fact(message), { ...message, ...attached }, asItWas, 'asItIs'),
  ConversationRead: fact({ readerId: id, upTo: id }),
  /** To staff, by its recipient or by its wording. */
  MessageReported: revised(
    fact({ ...reported, reporterId: id }),
    { ...reported, reporterId: z.union([id, z.literal(BY_WORDING)]) },
    asItWas,
    'asItIs',
  ),
  MessageReportResolved: fact({
    messageId: id,
    outcome: z.enum(REPORT_OUTCOMES),
    note: personal(z.string()),
    by: z.string(),
  }),
} as const;

export type ConversationEvent = EventOf<typeof conversationEvents>;

const unread = z.array(z.object({ id, incoming: z.boolean() })).readonly();

/** Kept in snapshots, so it is described here; no words that somebody wrote are in it. */
export const conversationShape = z.object({
  parties: z.object({ buyerId: id, sellerId: id, listingId: id }).nullable(),
  /** Of each party, from the first message on that it has not read; own ones count as places only. */
  unread: z.object({ buyer: unread, seller: unread }),
  /** `{messageId} {reporterId}`, or `{messageId} system` */
  reported: z.array(z.string()).readonly(),
  /** Reported messages that staff have dealt with. */
  resolved: z.array(id).readonly(),
});

export type Conversation = z.infer<typeof conversationShape>;

/** How long an opened conversation counts, in ms. */
export const OPENINGS_COUNT_FOR = DAY;
export const OPENINGS_TERM = inHours(OPENINGS_COUNT_FOR);

/** Until the first of those that count counts no more, in ms; of several begun at once it may have begun after whoever asks. */
export const untilMayOpen = (oldest: Instant, at: Instant): number =>
  Math.min(oldest + OPENINGS_COUNT_FOR - at, OPENINGS_COUNT_FOR);

const OF_A_NEW_ACCOUNT = 5;
const MORE_FOR_EACH_TRANSACTION = 5;
const OF_ANYBODY = 50;

/** How many conversations with strangers somebody opens within that time who has so many completed sales, bought or sold. */
export const mayOpen = (completedTransactions: number): number =>
  Math.min(OF_A_NEW_ACCOUNT + MORE_FOR_EACH_TRANSACTION * completedTransactions, OF_ANYBODY);

/** From so many completed sales on somebody may open as many conversations as anybody. */
export const ENOUGH_TRANSACTIONS = (OF_ANYBODY - OF_A_NEW_ACCOUNT) / MORE_FOR_EACH_TRANSACTION;

type Issued<Type extends string, Details> = { type: Type; at: Instant; by: Actor } & Details;

export type Parties = { buyerId: AccountId; sellerId: AccountId; listingId: ListingId };
export type MessageImage = { original: string; s3Key: string };

/** What other streams know, and what decides whether somebody may write. */
export type Circumstances = {
  /** Who offers the listing. */
  listingSellerId: AccountId;
  /** Shown to everybody: neither archived nor removed. */
  listingVisible: boolean;
  /** The two have a sale with each other, whatever became of it. */
  shareSale: boolean;
  senderActive: boolean;
  /** The account exists and is not deleted. */
  recipientThere: boolean;
  senderHasBlocked: boolean;
  recipientHasBlocked: boolean;
  /** Of the marketplace, as in `https://{host}`. */
  ownHost: string;
};

export type ConversationCommand =
  /** `content` is empty for an image alone. */
  | Issued<
      'SendMessage',
      {
        messageId: Id;
        parties: Parties;
        content: string;
        image: MessageImage | null;
        /** What binds the image. */
        attached?: Attached | undefined;
        circumstances: Circumstances;
      }
    >
  /** Up to and with that message, whoever wrote it; null: all there are. */
  | Issued<'ReadMessages', { upTo: Id | null }>
  /** `senderId`: who wrote it; null when the conversation holds no such message. */
  | Issued<'ReportMessage', { messageId: Id; senderId: AccountId | null; reason: string }>
  /** By staff. */
  | Issued<'ResolveReport', { messageId: Id; outcome: ReportOutcome; note: string }>;

export type ConversationRejection =
  | { code: 'reportNotFound' }
  | { code: 'ownReportDecided' }
  | { code: 'reportDecided' }
  | { code: 'notAllowed' }
  | { code: 'messageToYourself' }
  | { code: 'messageOnOwnListing' }
  | { code: 'messageEmpty' }
  | { code: 'messageTooLong' }
  /** `wait`: ms until it may open the next one. */
  | { code: 'tooManyConversations'; most: number; wait: number }
  | { code: 'accountNotActive' }
  | { code: 'recipientGone' }
  | { code: 'listingNotFound' }
  | { code: 'notTheSellerOfListing' }
  | { code: 'onlyBuyersBegin' }
  | { code: 'senderBlocked' }
  | { code: 'recipientBlocked' }
  | { code: 'conversationNotFound' }
  | { code: 'messageNotFound' }
  | { code: 'ownMessageReported' };

/** Document 1, section 5. */
export const MAX_MESSAGE_LENGTH = 2000;

type Unread = Conversation['unread']['buyer'][number];

type Command<Type> = Extract<ConversationCommand, { type: Type }>;
type Decision = Result<ConversationEvent[], ConversationRejection>;

/** Who may write to whom; the first refusal counts. */
const refusal = (
  sender: AccountId,
  parties: Parties,
  begun: boolean,
  circumstances: Circumstances,
): ConversationRejection | undefined => {
  const { listingSellerId, listingVisible, shareSale: shareTransaction, senderActive, recipientThere } = circumstances;
  if (parties.buyerId === parties.sellerId)
    return { code: sender === listingSellerId ? 'messageOnOwnListing' : 'messageToYourself' };
  if (parties.sellerId !== listingSellerId) return { code: 'notTheSellerOfListing' };
  if (!partyOf(parties, sender)) return { code: 'conversationNotFound' };
  if (!senderActive) return { code: 'accountNotActive' };
  if (!recipientThere) return { code: 'recipientGone' };
  if (circumstances.senderHasBlocked) return { code: 'recipientBlocked' };
  if (circumstances.recipientHasBlocked) return { code: 'senderBlocked' };
  if (begun || shareTransaction) return undefined;
  if (!listingVisible) return { code: 'listingNotFound' };
  return sender === parties.buyerId ? undefined : { code: 'onlyBuyersBegin' };
};

/** Once a conversation, and not of what staff write: a report of the message to staff. */
const reportByWording = (
  { at, by, messageId, circumstances }: Command<'SendMessage'>,
  text: string,
  { reported }: Conversation,
): ConversationEvent[] => {
  if (by.role !== 'member' || reported.some((report) => report.endsWith(` ${BY_WORDING}`))) return [];
  const { ownHost, shareSale: shareTransaction } = circumstances;
  const scamSignals = scamSignalsIn(text, ownHost).filter((lure) => lure !== 'link' || !shareTransaction);
  if (scamSignals.length === 0) return [];
  return [
    { type: 'MessageReported', data: { at, messageId, reporterId: BY_WORDING, reason: scamReportReason(scamSignals) } },
  ];
};

const send = (command: Command<'SendMessage'>, state: Conversation): Decision => {
  const { at, by, parties, messageId, content, image, attached, circumstances } = command;
  const text = content.trim();
  const refused = refusal(by.id, parties, state.parties !== null, circumstances);
  if (refused) return reject(refused);
  if (text === '' && image === null) return reject({ code: 'messageEmpty' });
  if (text.length > MAX_MESSAGE_LENGTH) return reject({ code: 'messageTooLong' });
  const sent: ConversationEvent = {
    type: 'MessageSent',
    data: { at, messageId, senderId: by.id, content: text === '' ? null : text, image, ...attached },
  };
  const started: ConversationEvent = { type: 'ConversationStarted', data: { at, ...parties } };
  const begun: ConversationEvent[] = state.parties ? [sent] : [started, sent];
  return record(...begun, ...reportByWording(command, text, state));
};

const read = (
  { at, by, upTo }: Command<'ReadMessages'>,
  { unread }: Conversation,
  side: 'buyer' | 'seller',
): Decision => {
  const place = upTo === null ? unread[side].length - 1 : unread[side].findIndex(({ id }) => id === upTo);
  const last = unread[side].slice(0, place + 1).findLast(({ incoming }) => incoming);
  return last ? record({ type: 'ConversationRead', data: { at, readerId: by.id, upTo: last.id } }) : record();
};

const report = (
  { at, by, messageId, senderId, reason }: Command<'ReportMessage'>,
  { reported }: Conversation,
): Decision => {
  if (senderId === null) return reject({ code: 'messageNotFound' });
  if (senderId === by.id) return reject({ code: 'ownMessageReported' });
  if (reported.includes(`${messageId} ${by.id}`)) return record();
  return record({ type: 'MessageReported', data: { at, messageId, reporterId: by.id, reason } });
};

const resolve = (
  { at, by, messageId, outcome, note }: Command<'ResolveReport'>,
  { parties, reported, resolved }: Conversation,
): Decision => {
  if (!may(access.conversation.do.resolveReport, by.role)) return reject({ code: 'notAllowed' });
  if (!reported.some((report) => report.startsWith(`${messageId} `))) return reject({ code: 'reportNotFound' });
  if (parties && partyOf(parties, by.id)) return reject({ code: 'ownReportDecided' });
  if (resolved.includes(messageId)) return reject({ code: 'reportDecided' });
  return record({ type: 'MessageReportResolved', data: { at, messageId, outcome, note, by: by.id } });
};

/** What one party has not read, from its first unread incoming message on. */
const fromFirstIncoming = (entries: readonly Unread[]): readonly Unread[] => {
  const first = entries.findIndex(({ incoming }) => incoming);
  return first === -1 ? [] : entries.slice(first);
};

export const conversation: Decider<ConversationCommand, ConversationEvent, Conversation, ConversationRejection> = {
  initial: { parties: null, unread: { buyer: [], seller: [] }, reported: [], resolved: [] },

  decide: (command, state) => {
    if (command.type === 'SendMessage') return send(command, state);
    if (command.type === 'ResolveReport') return resolve(command, state);
    const side = state.parties && partyOf(state.parties, command.by.id);
    if (!side) return reject({ code: 'conversationNotFound' });
    return command.type === 'ReadMessages' ? read(command, state, side) : report(command, state);
  },

  evolve: (state, { type, data }) => {
    const { parties, unread } = state;
    switch (type) {
      case 'ConversationStarted': {
        const { buyerId, sellerId, listingId } = data;
        return { ...state, parties: { buyerId, sellerId, listingId } };
      }
      case 'MessageSent': {
        const { messageId: id, senderId } = data;
        const takeIn = (side: 'buyer' | 'seller'): readonly Unread[] => {
          const incoming = parties !== null && partyOf(parties, senderId) !== side;
          return incoming || unread[side].length > 0 ? [...unread[side], { id, incoming }] : unread[side];
        };
        return {
          ...state,
          unread: { buyer: takeIn('buyer'), seller: takeIn('seller') },
        };
      }
      case 'ConversationRead': {
        const side = parties && partyOf(parties, data.readerId);
        if (!side) return state;
        const place = unread[side].findIndex(({ id }) => id === data.upTo);
        return { ...state, unread: { ...unread, [side]: fromFirstIncoming(unread[side].slice(place + 1)) } };
      }
      case 'MessageReported':
        return { ...state, reported: [...state.reported, `${data.messageId} ${data.reporterId}`] };
      case 'MessageReportResolved':
        return { ...state, resolved: [...state.resolved, data.messageId] };
    }
  },
};
