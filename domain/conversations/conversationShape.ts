import { z } from 'zod';
import { id } from '../shared/ids.ts';

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
