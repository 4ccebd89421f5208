import { beforeEach, describe, expect, test } from 'vitest';
import { AT_ONCE } from '#domain/accounts/mailChoices.ts';
import { DAY, HOUR, MINUTE } from '#domain/shared/instants.ts';
import { people } from '../../policies/scenes.ts';
import { BUYER, LISTING, openStage, SELLER, type Stage, TRANSACTION } from '../../policies/stage.ts';

const TALK = 'conversation-talk';
const [M1, M2] = ['a1'.repeat(16), 'a2'.repeat(16)] as const;
let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
  await people(stage);
  await stage.given(TALK, 'ConversationStarted', { buyerId: BUYER, sellerId: SELLER, listingId: LISTING });
});

const says = (messageId: string, senderId = BUYER) =>
  stage.given(TALK, 'MessageSent', { messageId, senderId, content: 'a secret', image: null });
const later = async (ms: number) => {
  await stage.settle();
  stage.clock.advance(ms);
  await stage.sweep();
};
const choose = (choices: Partial<typeof AT_ONCE>) =>
  stage.given(`account-${SELLER}`, 'EmailsChosen', { choices: { ...AT_ONCE, ...choices } });
const mailed = () =>
  stage.mailer.sent
    .filter(({ subject }) => ['newMessages', 'dailyDigest'].includes(subject))
    .map(({ subject, to }) => `${subject} ${to}`);

describe('an unread message', () => {
  test('is mailed after a quarter of an hour, once per conversation and without its text', async () => {
    await says(M1);
    await later(10 * MINUTE);
    await says(M2);
    expect(mailed()).toEqual([]);
    await later(5 * MINUTE);
    await later(DAY);
    expect(mailed()).toEqual(['newMessages bert@example.com']);
    const [told] = stage.emails.filter(({ template }) => template === 'newMessages');
    expect([told?.from, told?.messagePath]).toEqual(['Ada', `/messages/conversation/${SELLER}-${BUYER}-${LISTING}`]);
    expect(JSON.stringify([stage.jobs.known('mail'), stage.mailer.sent])).not.toContain('a secret');
  });

  test('is not mailed if read before, and the next one starts again', async () => {
    await says(M1);
    await stage.given(TALK, 'ConversationRead', { readerId: SELLER, upTo: M1 });
    await later(HOUR);
    expect(mailed()).toEqual([]);
    await says(M2);
    await later(15 * MINUTE);
    expect(mailed()).toEqual(['newMessages bert@example.com']);
  });

  test('is not mailed to a member who turned it off; the e-mail links to that setting', async () => {
    await choose({ messages: 'off' });
    await says(M1);
    await later(HOUR);
    expect(mailed()).toEqual([]);
    await choose({});
    await stage.given(TALK, 'ConversationRead', { readerId: SELLER, upTo: M1 });
    await says(M2);
    await later(HOUR);
    expect(stage.mailer.sent.at(-1)?.unsubscribe).toBe(`https://example.com/unsubscribe/${SELLER}/messages`);
  });
});

test('arrives with the daily e-mail at eight o’clock, if chosen', async () => {
  await choose({ messages: 'daily', reviews: 'daily' });
  await says(M1);
  await stage.given(`account-${SELLER}`, 'SellerRated', { transactionId: TRANSACTION, buyerId: BUYER, rating: 5 });
  await later(HOUR);
  expect(mailed()).toEqual([]);
  await later(DAY);
  expect(mailed()).toEqual(['dailyDigest bert@example.com']);
  const [digest] = stage.emails.filter(({ template }) => template === 'dailyDigest');
  expect(digest?.held?.map(({ subject, path }) => `${subject} ${path}`).sort()).toEqual([
    'newMessages /messages',
    'ratingReceived /dashboard',
  ]);
  await later(DAY);
  expect(mailed()).toHaveLength(1);
  expect([...stage.schedule.tasks.values()].filter(({ kind }) => kind === 'held' || kind === 'digest')).toEqual([]);
});

test('is removed from the digest when its reader is erased', async () => {
  await choose({ messages: 'daily' });
  await says(M1);
  await later(HOUR);
  const held = () => [...stage.schedule.tasks.values()].filter(({ kind }) => kind === 'held' || kind === 'digest');
  expect(held()).toHaveLength(2);
  await stage.given(`account-${SELLER}`, 'AccountErased', {});
  await later(DAY);
  expect(mailed()).toEqual([]);
  expect(held()).toEqual([]);
});

test('about money or deadlines is mailed at once, whatever is chosen', async () => {
  await choose({ messages: 'off', sales: 'off', reviews: 'off' });
  await stage.given(`account-${SELLER}`, 'BankAccountRejected', { reason: 'closed' });
  await stage.settle();
  expect(stage.mailer.sent.map(({ subject }) => subject)).toContain('bankAccountRejected');
});
