import { createHash } from 'node:crypto';
import { isErased, mayAct } from '#domain/accounts/accountStatus.ts';
import {
  type Conversation,
  type ConversationCommand,
  type ConversationEvent,
  type ConversationRejection,
  conversation,
  ENOUGH_TRANSACTIONS,
  type MessageImage,
  type MessageRule,
  mayOpen,
  OPENINGS_COUNT_FOR,
  type Parties,
  type ReportOutcome,
  untilMayOpen,
} from '#domain/conversations/conversation.ts';
import type { Attached } from '#domain/shared/attached.ts';
import { ok, type Result, reject } from '#domain/shared/decider.ts';
import type { AccountId, Id, ListingId } from '#domain/shared/ids.ts';
import type { Instant } from '#domain/shared/instants.ts';
import { type Suspension, suspendFirst } from '../accounts/suspendFirst.ts';
import { attachedOf, attachedPicture } from '../files/attachmentHashes.ts';
import { messageImageKey, nameFor } from '../files/pictureNames.ts';
import { sweepUnusedUploads, type UnusedUploads, type UploadSweepDeps } from '../files/unusedUploads.ts';
import type { Clock } from '../ports/clock.ts';
import type { Files } from '../ports/files.ts';
import type { ImageRefusal, ProcessImage } from '../ports/pictures.ts';
import type { CommandContext, Outcome } from '../streams/command.ts';
import { derivedId } from '../streams/derivedId.ts';
import type { Repository } from '../streams/repository.ts';
import { conversationId } from './conversationName.ts';
import type { Openings } from './storage.ts';

/** Null if the conversation has no such message. */
const messageIn = (
  messageId: Id,
  history: readonly ConversationEvent[],
): { senderId: AccountId; sentAt: Instant } | null => {
  const sent = history.find(({ type, data }) => type === 'MessageSent' && data.messageId === messageId);
  return sent?.type === 'MessageSent' ? { senderId: sent.data.senderId, sentAt: sent.data.at } : null;
};

const senderOf = (messageId: Id, history: readonly ConversationEvent[]): AccountId | null =>
  messageIn(messageId, history)?.senderId ?? null;

const IMAGE_REFUSALS = {
  fileTooLarge: 'messageImageTooLarge',
  tooManyPixels: 'messageImageTooManyPixels',
  invalidFileType: 'messageImageInvalid',
} as const satisfies Record<ImageRefusal['code'], string>;

export type MessageImageRefusal = { code: (typeof IMAGE_REFUSALS)[ImageRefusal['code']] };

type ConversationDeps = {
  repository: Repository;
  clock: Clock;
  files: Pick<Files, 'put'>;
  /** Pictures that may belong to no message. */
  loosePhotos: Pick<UnusedUploads, 'add'>;
  /** At most 2 MB. */
  processImage: ProcessImage;
  /** Whether the two share a transaction, in whatever state. */
  shareTransaction(one: AccountId, other: AccountId): Promise<boolean>;
  openings: Openings;
  /** Number of completed transactions of an account, counted up to `most`. */
  completedTransactions(account: AccountId, most: number): Promise<number>;
  /** The marketplace's public URL. */
  publicUrl: string;
};

/** Staff's outcome of the reports of a message. `suspend` also suspends its sender. */
type Resolution = {
  messageId: Id;
  outcome: ReportOutcome;
  rule?: MessageRule | undefined;
  note: string;
  suspend?: Suspension | undefined;
};

type MessageRequest = {
  recipientId: AccountId;
  listingId: ListingId;
  content: string;
  image: Buffer | null;
};

export const conversationKey = (parties: Parties): Id =>
  conversationId(parties, (text) => createHash('sha256').update(text).digest('hex'));

type Changed = Outcome<ConversationEvent, Conversation>;
type Send = Extract<ConversationCommand, { type: 'SendMessage' }>;

const NO_IMAGE: MessageImage = { original: '', s3Key: '' };

export const conversationCommands = (deps: ConversationDeps) => {
  const { repository, clock, files, loosePhotos, processImage, shareTransaction, openings, completedTransactions } =
    deps;
  const ownHost = new URL(deps.publicUrl).host;
  const { load, loadWithHistory, decide, send } = repository.conversations;

  /** What other streams say about whether the sender may write. */
  const prepare = async (
    { recipientId, listingId, content }: MessageRequest,
    context: CommandContext,
  ): Promise<Result<Send, ConversationRejection>> => {
    const senderId = context.actor.id;
    const [{ state: listing }, { state: sender }, other] = await Promise.all([
      repository.listings.load(listingId),
      repository.accounts.load(senderId),
      recipientId === senderId ? undefined : repository.accounts.load(recipientId),
    ]);
    if (listing.status === 'none') return reject({ code: 'listingNotFound' });
    const recipient = other?.state ?? sender;
    const sellerWrites = senderId === listing.sellerId;
    const parties = {
      buyerId: sellerWrites ? recipientId : senderId,
      sellerId: sellerWrites ? senderId : recipientId,
      listingId,
    };
    return ok({
      type: 'SendMessage',
      at: clock.now(),
      by: context.actor,
      messageId: derivedId(`message.${conversationKey(parties)}`, context),
      parties,
      content,
      image: null,
      circumstances: {
        listingSellerId: listing.sellerId,
        listingVisible: listing.status !== 'archived' && !listing.removed,
        shareTransaction: senderId !== recipientId && (await shareTransaction(senderId, recipientId)),
        senderActive: mayAct(sender),
        recipientThere: recipient.status !== 'none' && !isErased(recipient),
        senderHasBlocked: sender.blocked.includes(recipientId),
        recipientHasBlocked: recipient.blocked.includes(senderId),
        ownHost,
      },
    });
  };

  /** Decodes and re-encodes the image. The id derives from the upload, so an image, once sent, never changes. */
  const store = async (
    conversationId: Id,
    content: Buffer,
    context: CommandContext,
  ): Promise<Result<{ image: MessageImage; attached: Attached }, MessageImageRefusal>> => {
    const processed = await processImage(content);
    if (!processed.ok) return reject({ code: IMAGE_REFUSALS[processed.error.code] });
    const { original, extension, contentType } = processed.value;
    const digest = createHash('sha256').update(content).digest('hex');
    const image = {
      original: nameFor('original', original, extension),
      s3Key: derivedId(`image.${conversationId}.${digest}`, context),
    };
    const key = messageImageKey(image);
    await loosePhotos.add([{ of: conversationId, s3Key: image.s3Key, files: [key], since: clock.now() }]);
    await files.put(key, original, contentType);
    const { file, takenAt } = attachedPicture(content, processed.value);
    return ok({ image, attached: attachedOf([{ file: { ...file, sha256Thumbnail: null }, takenAt }]) });
  };

  /**
   * Limits how many strangers a new member contacts per day. Checked last, so that a rejected message uses up no
   * place.
   */
  const takePlace = async (
    { at, by, circumstances }: Send,
    id: Id,
  ): Promise<Result<undefined, ConversationRejection>> => {
    if (by.role !== 'member' || circumstances.shareTransaction) return ok(undefined);
    const most = mayOpen(await completedTransactions(by.id, ENOUGH_TRANSACTIONS));
    const since = at - OPENINGS_COUNT_FOR;
    const { taken, oldest } = await openings.take(by.id, id, { at, since, most });
    return taken ? ok(undefined) : reject({ code: 'tooManyConversations', most, wait: untilMayOpen(oldest, at) });
  };

  return {
    /** The domain rejects before an image is decoded. */
    send: async (
      request: MessageRequest,
      context: CommandContext,
    ): Promise<Result<Changed & { messageId: Id }, ConversationRejection | MessageImageRefusal>> => {
      const prepared = await prepare(request, context);
      if (!prepared.ok) return prepared;
      const id = conversationKey(prepared.value.parties);
      const loaded = await load(id);
      let command = prepared.value;
      const opens = loaded.state.parties === null;
      if (request.image || opens) {
        const trial = conversation.decide({ ...command, image: request.image && NO_IMAGE }, loaded.state);
        if (!trial.ok) return trial;
      }
      const place = opens ? await takePlace(command, id) : ok(undefined);
      if (!place.ok) return place;
      if (request.image) {
        const image = await store(id, request.image, context);
        if (!image.ok) return image;
        command = { ...command, ...image.value };
      }
      const sent = await decide(loaded, command, context);
      return sent.ok ? ok({ ...sent.value, messageId: command.messageId }) : sent;
    },

    /** `upTo`: the newest message shown; null for all. */
    read: (parties: Parties, upTo: Id | null, context: CommandContext) =>
      send(conversationKey(parties), { type: 'ReadMessages', upTo }, context),

    /** Null if the conversation has no such message. */
    senderOf: async (id: Id, messageId: Id) => senderOf(messageId, (await loadWithHistory(id)).history),

    /** @param id of the conversation's stream */
    resolveReport: async (id: Id, { suspend, ...resolution }: Resolution, context: CommandContext) => {
      const { state, history } = await loadWithHistory(id);
      const message = messageIn(resolution.messageId, history);
      const sender = message?.senderId ?? null;
      const request = { type: 'ResolveReport', message, ...resolution } as const;
      if (sender !== null) {
        const issued = { ...request, senderSuspended: true, at: clock.now(), by: context.actor };
        const trial = conversation.decide(issued, state);
        const first = await suspendFirst(repository, { account: sender, suspend, trial }, context);
        if (!first.ok) return first;
      }
      const senderSuspended = sender !== null && (await repository.accounts.load(sender)).state.status === 'suspended';
      return send(id, { ...request, senderSuspended }, context);
    },

    /** @param id of the conversation's stream */
    report: async (id: Id, { messageId, reason }: { messageId: Id; reason: string }, context: CommandContext) => {
      const loaded = await loadWithHistory(id);
      const senderId = senderOf(messageId, loaded.history);
      const command = {
        type: 'ReportMessage',
        at: clock.now(),
        by: context.actor,
        messageId,
        senderId,
        reason,
      } as const;
      return decide(loaded, command, context);
    },
  };
};

/** Removes pictures whose message was never written. */
export const messageImages = ({
  repository,
  ...deps
}: UploadSweepDeps & { repository: Pick<Repository, 'conversations'> }) =>
  sweepUnusedUploads(deps, async (id) => {
    const { history } = await repository.conversations.loadWithHistory(id);
    return new Set(
      history.flatMap(({ type, data }) => (type === 'MessageSent' && data.image ? [data.image.s3Key] : [])),
    );
  });

export type ConversationCommands = ReturnType<typeof conversationCommands>;
