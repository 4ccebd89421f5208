import { z } from 'zod';
import { conversationStream } from '#application/conversations/conversationName.ts';
import { messageImageKey } from '#application/files/pictureNames.ts';
import { access } from '#domain/access/access.ts';
import { type Endpoint, endpoint, Refused } from '../../endpoint.ts';
import { type EndpointDeps, found } from '../deps.ts';
import { privateFile } from '../privateFile.ts';

export const messageImagePath = (conversationId: string, message: string): string =>
  `/api/messages/conversation/${conversationId}/image/${message}`;

/** An image opens in a new tab, which sends no token, so its link is signed. The conversation id in it starts with the viewer. */
export const messageImageEndpoints = ({ queries, files, signedPaths }: EndpointDeps): Endpoint[] => [
  endpoint({
    method: 'get',
    path: 'messages/conversation/{id}/image/{messageId}',
    operationId: 'getMessageImage',
    tag: 'Messages',
    summary: 'Get the image of a message; needs a session or a link that expires after some minutes',
    may: access.conversation.see.image,
    knowsCaller: true,
    params: z.object({ id: z.string().max(200), messageId: z.string().max(200) }),
    query: z.object({ expires: z.string().max(12).optional(), signature: z.string().max(100).optional() }),
    produces: 'image/webp',
    handle: async ({ params: { id, messageId }, query, account }) => {
      const signed = signedPaths.isSigned(messageImagePath(id, messageId), query);
      const viewer = signed ? id.split('-')[0] : account?.id;
      if (viewer === undefined) throw new Refused({ code: 'messageNotFound' });
      const message = found(await queries.conversations.messageFor(messageId, viewer), 'messageNotFound');
      const key = messageImageKey(found(message.image ?? undefined, 'messageNotFound'));
      return privateFile(files, key, 'messageNotFound', conversationStream(message.conversation));
    },
  }),
];
