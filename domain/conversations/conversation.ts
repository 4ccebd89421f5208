import { z } from 'zod';
import { access } from '../access/access.ts';
import { may, partyOf } from '../access/right.ts';
import type { Actor } from '../shared/actor.ts';
import { type Attached, attached } from '../shared/attached.ts';
import { type Decider, type Result, record, reject } from '../shared/decider.ts';
import { asItWas, type EventOf, extended, firstVersion, personal, revised } from '../shared/events.ts';
import { type AccountId, type Id, id, type ListingId } from '../shared/ids.ts';
import { DAY, type Instant } from '../shared/instants.ts';
import { inHours } from '../shared/lengths.ts';
import { MAX_MESSAGE_LENGTH } from './limits.ts';
import { scamReportReason, scamSignalsIn } from './scamSignals.ts';

/** Outcome of a report. `nothing`: no rule was broken. */
export const REPORT_OUTCOMES = ['nothing', 'warned', 'suspended'] as const;
export type ReportOutcome = (typeof REPORT_OUTCOMES)[number];

/** The rules of the terms that a message can break. */
export const MESSAGE_RULES = ['dealingOutside', 'insult', 'advertising', 'law'] as const;
export type MessageRule = (typeof MESSAGE_RULES)[number];

const message = {
  messageId: id,
  senderId: id,
  content: personal(z.string()),
  image: personal(z.object({ original: z.string(), s3Key: z.string() })),
};

/** Reporter of messages that the scam filter flagged. */
export const BY_WORDING = 'system';

const reported = { messageId: id, reason: personal(z.string()) };

/** Stream `conversation-{id}`. Text is encrypted under one key per conversation and month (retention 2 years). */
export const conversationEvents = {
  ConversationStarted: firstVersion({ buyerId: id, sellerId: id, listingId: id }),
  MessageSent: revised(firstVersion(message), { ...message, ...attached }, asItWas, 'asItIs'),
  ConversationRead: firstVersion({ readerId: id, upTo: id }),
  /** Reported by its recipient or flagged by the scam filter. */
  MessageReported: revised(
    firstVersion({ ...reported, reporterId: id }),
    { ...reported, reporterId: z.union([id, z.literal(BY_WORDING)]) },
    asItWas,
    'asItIs',
  ),
  /** `rule`: of a warning. Version 1 did not name the people who hear of it, so nobody does. */
  MessageReportResolved: extended(
    firstVersion({ messageId: id, outcome: z.enum(REPORT_OUTCOMES), note: personal(z.string()), by: z.string() }),
    {
      rule: z.optional(z.enum(MESSAGE_RULES)),
      senderId: z.optional(id),
      sentAt: z.optional(z.int()),
      listingId: z.optional(id),
      reporters: z.optional(z.array(id)),
    },
  ),
} as const;

export type ConversationEvent = EventOf<typeof conversationEvents>;

const unread = z.array(z.object({ id, incoming: z.boolean() })).readonly();

/** Stored in snapshots. Contains no message text. */
export const conversationShape = z.object({
  parties: z.object({ buyerId: id, sellerId: id, listingId: id }).nullable(),
  /** Per party, from its first unread message. Its own messages count only as positions. */
  unread: z.object({ buyer: unread, seller: unread }),
  /** `{messageId} {reporterId}`, or `{messageId} system` */
  reported: z.array(z.string()).readonly(),
  /** Reported messages with an outcome. */
  resolved: z.array(id).readonly(),
});

export type Conversation = z.infer<typeof conversationShape>;

/** New conversations count against the limit for this long, in ms. */
export const OPENINGS_COUNT_FOR = DAY;
export const OPENINGS_TERM = inHours(OPENINGS_COUNT_FOR);

/** Ms until the oldest one stops counting. `oldest` can be later than `at` if several begin at once. */
export const untilMayOpen = (oldest: Instant, at: Instant): number =>
  Math.min(oldest + OPENINGS_COUNT_FOR - at, OPENINGS_COUNT_FOR);

const OF_A_NEW_ACCOUNT = 5;
const MORE_FOR_EACH_TRANSACTION = 5;
const OF_ANYBODY = 50;

/** New conversations allowed in that time, by completed transactions (bought or sold). */
export const mayOpen = (completedTransactions: number): number =>
  Math.min(OF_A_NEW_ACCOUNT + MORE_FOR_EACH_TRANSACTION * completedTransactions, OF_ANYBODY);

/** From here on an account has the highest limit. */
export const ENOUGH_TRANSACTIONS = (OF_ANYBODY - OF_A_NEW_ACCOUNT) / MORE_FOR_EACH_TRANSACTION;

type Issued<Type extends string, Details> = { type: Type; at: Instant; by: Actor } & Details;

export type Parties = { buyerId: AccountId; sellerId: AccountId; listingId: ListingId };
export type MessageImage = { original: string; s3Key: string };

/** Facts from other streams that decide whether the sender may write. */
export type Circumstances = {
  listingSellerId: AccountId;
  /** Neither archived nor removed. */
  listingVisible: boolean;
  /** The two have a transaction with each other, in any state. */
  shareTransaction: boolean;
  senderActive: boolean;
  recipientThere: boolean;
  senderHasBlocked: boolean;
  recipientHasBlocked: boolean;
  /** The marketplace's host, as in `https://{host}`. */
  ownHost: string;
};

export type ConversationCommand =
  /** `content`: empty if there is only an image. */
  | Issued<
      'SendMessage',
      {
        messageId: Id;
        parties: Parties;
        content: string;
        image: MessageImage | null;
        /** Hashes of the image. */
        attached?: Attached | undefined;
        circumstances: Circumstances;
      }
    >
  /** Up to and including that message; null: all. */
  | Issued<'ReadMessages', { upTo: Id | null }>
  /** `senderId`: its author; null if the conversation has no such message. */
  | Issued<'ReportMessage', { messageId: Id; senderId: AccountId | null; reason: string }>
  /**
   * `message`: its author hears of a warning. `rule`: of a warning. `senderSuspended`: whether the account of its
   * author is suspended now.
   */
  | Issued<
      'ResolveReport',
      {
        messageId: Id;
        message?: { senderId: AccountId; sentAt: Instant } | null;
        outcome: ReportOutcome;
        rule?: MessageRule | undefined;
        note: string;
        senderSuspended?: boolean;
      }
    >;

export type ConversationRejection =
  | { code: 'reportNotFound' }
  | { code: 'ownReportDecided' }
  | { code: 'reportDecided' }
  | { code: 'senderNotSuspended' }
  | { code: 'ruleMissing' }
  | { code: 'notAllowed' }
  | { code: 'messageToYourself' }
  | { code: 'messageOnOwnListing' }
  | { code: 'messageEmpty' }
  | { code: 'messageTooLong' }
  /** `wait`: ms until the next conversation is allowed. */
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

type Unread = Conversation['unread']['buyer'][number];

type Command<Type> = Extract<ConversationCommand, { type: Type }>;
type Decision = Result<ConversationEvent[], ConversationRejection>;

/** Why the sender cannot write. The first match counts. */
const refusal = (
  sender: AccountId,
  parties: Parties,
  begun: boolean,
  circumstances: Circumstances,
): ConversationRejection | undefined => {
  const { listingSellerId, listingVisible, shareTransaction, senderActive, recipientThere } = circumstances;
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

/** Reports a suspicious message to staff. At most once per conversation, and never for staff. */
const reportByWording = (
  { at, by, messageId, circumstances }: Command<'SendMessage'>,
  text: string,
  { reported }: Conversation,
): ConversationEvent[] => {
  if (by.role !== 'member' || reported.some((report) => report.endsWith(` ${BY_WORDING}`))) return [];
  const { ownHost, shareTransaction } = circumstances;
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
  { at, by, messageId, message, outcome, rule, note, senderSuspended }: Command<'ResolveReport'>,
  { parties, reported, resolved }: Conversation,
): Decision => {
  if (!may(access.conversation.do.resolveReport, by.role)) return reject({ code: 'notAllowed' });
  const reporters = reported
    .filter((report) => report.startsWith(`${messageId} `))
    .map((report) => report.slice(messageId.length + 1));
  if (reporters.length === 0) return reject({ code: 'reportNotFound' });
  if (parties && partyOf(parties, by.id)) return reject({ code: 'ownReportDecided' });
  if (resolved.includes(messageId)) return reject({ code: 'reportDecided' });
  if (outcome === 'suspended' && !senderSuspended) return reject({ code: 'senderNotSuspended' });
  if (outcome === 'warned' && !rule) return reject({ code: 'ruleMissing' });
  return record({
    type: 'MessageReportResolved',
    data: {
      at,
      messageId,
      outcome,
      note,
      by: by.id,
      ...(outcome === 'warned' && { rule }),
      ...message,
      ...(parties && { listingId: parties.listingId }),
      reporters: reporters.filter((reporter) => reporter !== BY_WORDING),
    },
  });
};

/** Drops leading messages that the party wrote itself. */
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
