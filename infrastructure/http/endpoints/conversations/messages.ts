import { z } from 'zod';
import {
  conversationIdOf,
  conversationList,
  conversationQuery,
  conversationRead,
  messagePage,
  messageQuery,
  messageSent,
  readConversation,
  sendMessage,
} from '#application/contract/conversations.ts';
import { MAX_MESSAGE_IMAGE_BYTES, MESSAGE_IMAGE_TOO_LARGE } from '#application/contract/limits.ts';
import { access } from '#domain/access/access.ts';
import { type Endpoint, endpoint, Refused } from '../../endpoint.ts';
import { type EndpointDeps, found, granted, idParameter, READ_OWN_WRITE_MS, SUCCESS } from '../deps.ts';
import { messageImagePath } from './messageImages.ts';

const tag = 'Messages';

/** A missing id names no listing. */
const conversationParameter = z.object({ id: z.string().max(200).default('') });

/** The other party, in either spelling of the id. */
const partsOf = (id: string, viewer: string): { other: string; listing: string } => {
  const [one = '', two = '', listing = '', ...rest] = id.split('-');
  if (listing === '') throw new Refused({ code: 'listingIdRequired' });
  if (rest.length > 0 || (one !== viewer && two !== viewer)) throw new Refused({ code: 'conversationNotFound' });
  return { other: one === viewer ? two : one, listing };
};

export const messageEndpoints = (deps: EndpointDeps): Endpoint[] => {
  const { queries, conversations, signedPaths, waitFor } = deps;
  const find = async (id: string, viewer: string) => {
    const { other, listing } = partsOf(id, viewer);
    return found(await queries.conversations.findConversation(viewer, other, listing), 'conversationNotFound');
  };

  return [
    endpoint({
      method: 'get',
      path: 'messages/conversations',
      operationId: 'listConversations',
      summary: 'List your conversations, newest activity first',
      tag,
      may: access.conversation.see.messages,
      query: conversationQuery,
      response: conversationList,
      handle: async ({ account, query }) => {
        const page = await queries.conversations.conversationsOf(account.id, query);
        return { body: { ...page, unreadCount: await queries.conversations.unreadMessagesOf(account.id) } };
      },
    }),
    endpoint({
      method: 'get',
      path: 'messages/conversation/{id}',
      operationId: 'getConversation',
      aliases: ['messages/conversation'],
      tag,
      summary: 'Get a page of a conversation, even before its first message; marks nothing as read',
      may: access.conversation.see.messages,
      params: conversationParameter,
      query: messageQuery,
      response: messagePage,
      handle: async ({ account, params, query }) => {
        const conversation = await find(params.id, account.id);
        const { conversationId } = conversation.head;
        const imageUrl = (message: string) => signedPaths.sign(messageImagePath(conversationId, message));
        const page = await queries.conversations.messagesOf(conversation, query.page, imageUrl);
        return { body: { conversation: conversation.head, ...page } };
      },
    }),
    endpoint({
      method: 'post',
      path: 'messages/send',
      operationId: 'sendMessage',
      summary: 'Send a message',
      tag,
      limit: 'sending',
      reads: true,
      may: access.conversation.do.write,
      multipart: {
        files: { field: 'image', least: 0, most: 1, about: 'A picture, with text or instead of it' },
        maxFiles: 1,
        maxFileBytes: MAX_MESSAGE_IMAGE_BYTES,
        tooLarge: MESSAGE_IMAGE_TOO_LARGE,
        tooMany: 'Only one image can be attached',
      },
      success: 201,
      body: sendMessage,
      response: messageSent,
      handle: async (call) => {
        const image = call.files.find(({ field }) => field === 'image')?.content ?? null;
        const sent = granted(await conversations.send({ ...call.body, image }, call.context));
        const { recipientId, listingId } = call.body;
        const conversationId = conversationIdOf(call.account.id, recipientId, listingId);
        const { messageId, position } = sent;
        const body = { ...SUCCESS, message: 'Message sent successfully', conversationId, messageId };
        return { body, position };
      },
    }),
    endpoint({
      method: 'post',
      path: 'messages/conversation/{id}/read',
      operationId: 'markConversationRead',
      tag,
      reads: true,
      summary: 'Mark a conversation as read',
      limit: 'reading',
      may: access.conversation.do.write,
      params: idParameter,
      body: readConversation,
      response: conversationRead,
      handle: async (call) => {
        const { parties, started } = await find(call.params.id, call.account.id);
        const read =
          started === null
            ? undefined
            : granted(await conversations.read(parties, call.body.upTo ?? null, call.context));
        if (read?.position !== undefined) await waitFor(read.position, READ_OWN_WRITE_MS);
        const body = { unreadCount: await queries.conversations.unreadMessagesOf(call.account.id) };
        return { body, position: read?.position };
      },
    }),
  ];
};
