import { access } from '../access/access.ts';
import { may, partyOf } from '../access/right.ts';
import { type Decider, type Result, record, reject } from '../shared/decider.ts';
import type { AccountId } from '../shared/ids.ts';
import type { Circumstances, ConversationCommand, ConversationRejection, Parties } from './commands.ts';
import type { Conversation } from './conversationShape.ts';
import { BY_WORDING, type ConversationEvent } from './events.ts';
import { luresIn, reportOf } from './scamSignals.ts';

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
  const scamSignals = luresIn(text, ownHost).filter((lure) => lure !== 'link' || !shareTransaction);
  if (scamSignals.length === 0) return [];
  return [{ type: 'MessageReported', data: { at, messageId, reporterId: BY_WORDING, reason: reportOf(scamSignals) } }];
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
