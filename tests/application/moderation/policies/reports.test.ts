import { expect, test } from 'vitest';
import { people } from '../../policies/scenes.ts';
import { BUYER, LISTING, openStage, SELLER } from '../../policies/stage.ts';

test('tells support once of a reported message, without its text and reason', async () => {
  const stage = await openStage();
  await people(stage);
  const stream = `conversation-${'c'.repeat(32)}`;
  const messageId = '9'.repeat(32);
  await stage.given(stream, 'ConversationStarted', { buyerId: BUYER, sellerId: SELLER, listingId: LISTING });
  await stage.given(stream, 'MessageSent', { messageId, senderId: BUYER, content: 'an insult', image: null });
  await stage.given(stream, 'MessageReported', { messageId, reporterId: SELLER, reason: 'it insults me' });
  await stage.settle();
  await stage.stop();
  stage.forgetPlaces();
  await stage.start();
  await stage.settle();

  const emails = stage.mailer.sent.filter(({ to }) => to === 'support@example.com');
  expect(emails).toMatchObject([{ subject: 'messageReported' }]);
  const email = stage.emails.find(({ template }) => template === 'messageReported');
  expect(email?.details).toEqual({ message: messageId });
  expect(JSON.stringify([email, stage.jobs.known('mail')])).not.toContain('insult');
});
