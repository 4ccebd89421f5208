import { z } from 'zod';
import { conversationEvents } from '#domain/conversations/conversation.ts';
import { firstVersion, revised } from '#domain/shared/events.ts';
import { transactionEvents } from '#domain/transactions/events.ts';

/**
 * Loaded before the program, it simulates the next release: newer versions of two events, a new event type and a
 * newer read model.
 */
const { MessageSent } = conversationEvents;
const { TransactionCancelled } = transactionEvents;
conversationEvents.MessageSent = revised(
  MessageSent,
  { ...MessageSent.schema.shape, tone: z.enum(['plain', 'loud']).default('plain') },
  (old) => ({ ...old, tone: 'plain' }),
  'asItIs',
);
conversationEvents.MessageStressed = firstVersion({ messageId: z.string() });
transactionEvents.TransactionCancelled = {
  ...TransactionCancelled,
  ...revised(
    TransactionCancelled,
    { ...TransactionCancelled.schema.shape, remark: z.string().default('') },
    (old) => ({ ...old, remark: '' }),
    'asItIs',
  ),
};

// Loaded late, because modules loaded earlier would see the old events.
const { conversation } = await import('#domain/conversations/conversation.ts');
const { decide, evolve } = conversation;
conversation.decide = (command, state) => {
  const decision = decide(command, state);
  const sent =
    decision.ok && decision.value.find(({ type, data }) => type === 'MessageSent' && data.content?.endsWith('!'));
  if (!sent) return decision;
  const { at, messageId } = sent.data;
  return { ...decision, value: [...decision.value, { type: 'MessageStressed', data: { at, messageId } }] };
};
conversation.evolve = (state, event) => (event.type === 'MessageStressed' ? state : evolve(state, event));

const { conversations } = await import('#projections/conversations/projection.ts');
conversations.version += 1;
