import type { Actor } from '../shared/actor.ts';
import type { Attached } from '../shared/attached.ts';
import type { AccountId, Id, ListingId } from '../shared/ids.ts';
import type { Instant } from '../shared/instants.ts';
import type { ReportOutcome } from './events.ts';

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
