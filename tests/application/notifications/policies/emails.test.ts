import { beforeEach, describe, expect, test } from 'vitest';
import { emailJob } from '#application/notifications/emails/emailJob.ts';
import { DAY, HOUR, MINUTE } from '#domain/shared/instants.ts';
import { checkedOut, fact, paid, people, released, SESSION, shipped } from '../../policies/scenes.ts';
import { BUYER, IBAN, openStage, SELLER, type Stage, TRANSACTION } from '../../policies/stage.ts';

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});

const emailsTo = (username: string) =>
  stage.emails.filter((email) => email.username === username).map(({ template }) => template);

test('sends a new account one verification e-mail with a token and without the chosen name', async () => {
  await people(stage);
  await stage.settle();
  const emails = stage.emails.filter(({ template }) => template === 'verifyEmail');
  expect(emails.map(({ username, path }) => [username, path])).toEqual([
    [null, expect.stringMatching(/^\/verify-email\?token=\S+$/)],
    [null, expect.stringMatching(/^\/verify-email\?token=\S+$/)],
  ]);
});

test('leaves the name out of any e-mail to an unverified address', async () => {
  await people(stage);
  const registered = {
    username: 'Win 500 € at evil.example',
    email: 'x@example.com',
    country: 'Germany',
    termsAcceptedAt: 0,
  };
  await stage.given(`account-${'c'.repeat(32)}`, 'AccountRegistered', registered);
  const ask = (accountId: string) => emailJob({ template: 'resetPassword', accountId }, `request-${accountId}`);
  await stage.jobs.add(['c'.repeat(32), SELLER].map(ask));
  await stage.settle();
  const resets = stage.emails.filter(({ template }) => template === 'resetPassword');
  expect(resets.map(({ username }) => username)).toEqual([null, 'Bert']);
  expect(JSON.stringify(stage.emails)).not.toContain('evil.example');
});

test('keeps tokens and addresses out of jobs', async () => {
  await people(stage);
  await stage.jobs.add([emailJob({ template: 'resetPassword', accountId: SELLER }, 'request-1')]);
  await stage.settle();
  const jobs = JSON.stringify(stage.jobs.known('mail'));
  expect(stage.mailer.sent.some(({ text }) => text.includes('/reset-password?token='))).toBe(true);
  expect(jobs).not.toMatch(/token=|@example\.com|verifyEmail-.{32}-[0-9a-f]{32}-/);
  expect(JSON.stringify(stage.jobs.known('payouts'))).not.toContain(IBAN);
});

test('notifies both parties of purchase, payment and release, each in their own words', async () => {
  await people(stage);
  await released(stage);
  expect(emailsTo('Ada')).toEqual(
    expect.arrayContaining(['purchaseStarted', 'paymentReceived', 'shipped', 'escrowReleased']),
  );
  expect(emailsTo('Bert')).toEqual(
    expect.arrayContaining(['saleStarted', 'salePaid', 'deliveryConfirmed', 'escrowReleased']),
  );
  expect(emailsTo('Ada')).not.toContain('salePaid');
});

test('promises a suspended seller no payout at the release and requests no bank account', async () => {
  await people(stage, { bankVerified: false });
  await shipped(stage);
  await stage.given(`account-${SELLER}`, 'AccountSuspended', { reason: 'fraud' });
  const seller = { bankVerified: false, payoutsHeldUntil: null, suspended: true };
  await stage.sale({ type: 'ConfirmDelivery', seller }, stage.buyer);
  await stage.settle();
  const released = stage.emails.filter(({ template }) => template === 'escrowReleased');
  expect(released.map(({ username, details }) => [username, details.suspended])).toEqual([
    ['Ada', undefined],
    ['Bert', 1],
  ]);
  expect(emailsTo('Bert')).not.toContain('bankAccountNeeded');
});

test('tells only the suspended party of a transaction that they cannot sign in', async () => {
  await people(stage);
  await stage.given(`account-${SELLER}`, 'AccountSuspended', { reason: 'fraud' });
  await paid(stage);
  const cancelled = stage.emails.filter(({ template }) => template === 'saleCancelled');
  expect(cancelled.map(({ username, keptOut }) => [username, keptOut])).toEqual([
    ['Ada', undefined],
    ['Bert', true],
  ]);
  expect(stage.emails.find(({ template }) => template === 'accountSuspended')?.keptOut).toBeUndefined();
});

test('notifies only the buyer of a failed payment', async () => {
  await people(stage);
  await checkedOut(stage);
  await stage.told(fact(stage, { kind: 'payment.failed', sessionId: SESSION, reason: 'declined' }));
  await stage.settle();
  expect(emailsTo('Ada')).toContain('paymentFailed');
  expect(emailsTo('Bert')).not.toContain('paymentFailed');
});

test('notifies nobody again of a repeated event', async () => {
  await people(stage);
  await paid(stage);
  const before = stage.mailer.sent.length;
  await stage.stop();
  stage.forgetPlaces();
  await stage.start();
  await stage.settle();
  expect(stage.mailer.sent).toHaveLength(before);
});

test('retries an e-mail whose sending failed', async () => {
  await people(stage);
  const send = stage.mailer.send;
  stage.mailer.send = async () => {
    throw new Error('the mail server is away');
  };
  await paid(stage);
  const before = stage.mailer.sent.length;
  stage.mailer.send = send;
  stage.clock.advance(5 * 60_000);
  await stage.settle();
  expect(stage.mailer.sent.length).toBeGreaterThan(before);
  expect(stage.mailer.sent.map(({ subject }) => subject)).toContain('salePaid');
});

test('sends no e-mails to an erased account', async () => {
  await people(stage);
  await checkedOut(stage);
  await stage.settle();
  await stage.given(`account-${SELLER}`, 'AccountErased', {});
  const before = emailsTo('Bert').length;
  await stage.sale({ type: 'Cancel', reason: null, otherReason: null }, stage.buyer);
  await stage.settle();
  expect(emailsTo('Bert')).toHaveLength(before);
  expect(emailsTo('Ada')).toContain('saleCancelled');
});

describe('e-mails that strangers can trigger', () => {
  const guess = (cause: string, accountId = SELLER) =>
    emailJob({ template: 'signInGuessed', accountId, details: { what: 'password', failures: 10 } }, cause);
  const sent = () => stage.mailer.sent.filter(({ to }) => to === 'bert@example.com').map(({ subject }) => subject);
  const manyGuesses = async (count: number, from = 0) => {
    await stage.jobs.add(Array.from({ length: count }, (_, n) => guess(`g${from + n}`)));
    await stage.settle();
  };

  test('are sent five times an hour; the rest joins the digest', async () => {
    await people(stage);
    await stage.settle();
    stage.mailer.sent.length = 0;
    await manyGuesses(12);
    expect(sent()).toEqual(Array(5).fill('signInGuessed'));
    stage.clock.advance(HOUR);
    await manyGuesses(6, 12);
    expect(sent()).toHaveLength(10);
    stage.clock.advance(DAY);
    await stage.sweep();
    expect(sent().filter((subject) => subject === 'dailyDigest')).toHaveLength(1);
    const digest = stage.emails.find(({ template }) => template === 'dailyDigest');
    expect(digest?.held).toHaveLength(8);
  });

  test('do not delay e-mails the owner requested, such as a reset link', async () => {
    await people(stage);
    await manyGuesses(7);
    await stage.jobs.add([emailJob({ template: 'resetPassword', accountId: SELLER }, 'mine')]);
    await stage.settle();
    expect(sent()).toContain('resetPassword');
  });

  test('do not affect other accounts', async () => {
    await people(stage);
    await manyGuesses(7);
    await stage.jobs.add([guess('other', BUYER)]);
    await stage.settle();
    const toAda = stage.mailer.sent.filter(({ to }) => to === 'ada@example.com').map(({ subject }) => subject);
    expect(toAda).toContain('signInGuessed');
  });
});

describe('a rating', () => {
  const told = () => emailsTo('Bert').filter((template) => ['ratingReceived', 'reviewWritten'].includes(template));
  const rated = () =>
    stage.given(`account-${SELLER}`, 'SellerRated', { transactionId: TRANSACTION, buyerId: BUYER, rating: 4 });
  const written = () =>
    stage.given(`review-${TRANSACTION}`, 'ReviewWritten', {
      authorId: BUYER,
      sellerId: SELLER,
      rating: 4,
      text: 'Well packed.',
    });
  const later = async (ms: number) => {
    await stage.settle();
    stage.clock.advance(ms);
    await stage.settle();
  };
  beforeEach(async () => {
    await people(stage);
    await released(stage);
  });

  test('with a text sends one e-mail, about the text', async () => {
    await rated();
    await stage.settle();
    await written();
    await later(MINUTE);
    expect(told()).toEqual(['reviewWritten']);
    expect(stage.emails.find(({ template }) => template === 'reviewWritten')?.details).toMatchObject({ rating: 4 });
  });

  test('without a text sends its e-mail a moment later; a later text gets its own', async () => {
    await rated();
    await later(MINUTE);
    expect(told()).toEqual(['ratingReceived']);
    await written();
    await later(MINUTE);
    expect(told()).toEqual(['ratingReceived', 'reviewWritten']);
  });
});
