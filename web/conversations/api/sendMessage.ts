import type { z } from 'zod';
import type { messageSent } from '#application/contract/conversations.ts';
import { ApiError, serverMessage } from '../../api/ApiError.ts';
import { api } from '../../api/client.ts';
import type { Addressed, Draft } from '../messageRules.ts';

type Sent = z.infer<typeof messageSent>;

/** Reuse the `commandId` to retry: the message then arrives once. */
export const sendMessage = (to: Addressed, { text, image }: Draft, commandId: string): Promise<Sent> => {
  const form = new FormData();
  form.set('recipientId', to.recipientId);
  form.set('listingId', to.listingId);
  if (text.trim()) form.set('content', text.trim());
  if (image) form.set('image', image, image.name);
  return api.upload<Sent>('messages/send', form, { commandId });
};

export const sendFailure = (error: unknown): string => {
  if (error instanceof ApiError && error.stopped) return error.message;
  if (error instanceof ApiError && error.status === 0)
    return 'Failed to send message. Please check your connection and try again.';
  const said = serverMessage(error);
  return said ? `Failed to send message: ${said}` : 'Failed to send message';
};
