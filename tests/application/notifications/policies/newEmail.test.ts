import { beforeEach, expect, test } from 'vitest';
import { claimName } from '#application/accounts/nameClaims.ts';
import { EMAIL_CHANGE } from '#domain/accounts/limits.ts';
import { people } from '../../policies/scenes.ts';
import { BUYER, openStage, SELLER, type Stage } from '../../policies/stage.ts';

const ADA = `account-${BUYER}`;
const NEW = 'ada@new.example';
const requestId = '1'.repeat(32);
const LINK = /^\/email-change\?token=\S+$/;

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
  await people(stage);
  await stage.settle();
  stage.emails.length = 0;
  stage.mailer.sent.length = 0;
});

const ask = (email = NEW, id = requestId) =>
  stage.given(ADA, 'EmailChangeRequested', {
    requestId: id,
    email,
    lapsesAt: stage.clock.now() + EMAIL_CHANGE,
  });
const claim = (email: string, accountId: string) =>
  claimName('email', email, { accountId }, contextOf(accountId), {
    repository: stage.repository,
    hashName: (name) => Buffer.from(name).toString('hex'),
  });
const contextOf = (id: string) => ({
  commandId: id,
  correlationId: id,
  causationId: id,
  actor: { id, role: 'member' } as const,
});
const sent = () =>
  stage.mailer.sent
    .map(({ to, subject }) => [subject, to])
    .sort(([one = ''], [other = '']) => one.localeCompare(other));

test('sends a link to both addresses, without name to the new one or addresses in jobs', async () => {
  await ask();
  await stage.settle();
  expect(sent()).toEqual([
    ['confirmNewEmail', NEW],
    ['confirmOldEmail', 'ada@example.com'],
  ]);
  const [old, fresh] = ['confirmOldEmail', 'confirmNewEmail'].map((template) =>
    stage.emails.find((email) => email.template === template),
  );
  expect(old).toMatchObject({ username: 'Ada', newEmail: NEW, path: expect.stringMatching(LINK) });
  expect(fresh).toMatchObject({ username: null, path: expect.stringMatching(LINK) });
  expect(JSON.stringify(stage.jobs.known('mail'))).not.toContain(NEW);
});

test('tells an address that has an account so, without link and name', async () => {
  await stage.given(`account-${SELLER}`, 'EmailChanged', { requestId: '3'.repeat(32), email: NEW });
  await claim(NEW, SELLER);
  await stage.settle();
  stage.mailer.sent.length = 0;
  await ask();
  await stage.settle();
  expect(sent()).toEqual([
    ['confirmOldEmail', 'ada@example.com'],
    ['newEmailKnown', NEW],
  ]);
  expect(stage.emails.find(({ template }) => template === 'newEmailKnown')).toMatchObject({
    username: null,
    path: null,
  });
});

test('sends no link of a request that ended, was replaced or is confirmed by that side', async () => {
  const other = '2'.repeat(32);
  await ask('ada@mistyped.example', other);
  await ask();
  await stage.given(ADA, 'EmailChangeConfirmed', { requestId, by: 'oldAddress' });
  await stage.settle();
  expect(sent()).toEqual([['confirmNewEmail', NEW]]);
  await stage.given(ADA, 'EmailChangeEnded', { requestId, why: 'withdrawn' });
  await stage.settle();
  expect(sent()).toHaveLength(1);
});

test('tells the old address of the change and sends later e-mails to the new one', async () => {
  await ask();
  await stage.given(ADA, 'EmailChanged', { requestId, email: NEW });
  await stage.given(ADA, 'PasswordChanged', {});
  await ask('ada@third.example', '4'.repeat(32));
  await stage.given(ADA, 'EmailChanged', { requestId: '4'.repeat(32), email: 'ada@third.example' });
  await stage.settle();
  expect(sent()).toEqual([
    ['emailChanged', 'ada@example.com'],
    ['emailChanged', NEW],
    ['passwordChanged', 'ada@third.example'],
  ]);
});

test('tells an owner why another side refused, but not of their own withdrawal', async () => {
  await ask();
  await stage.given(ADA, 'EmailChangeEnded', { requestId, why: 'refusedByNewAddress' });
  await stage.settle();
  expect(sent()).toEqual([['emailChangeEnded', 'ada@example.com']]);
  expect(stage.emails.at(-1)?.details).toMatchObject({ why: 'refusedByNewAddress' });
});

test('sends nothing to an address requested by an erased account', async () => {
  await ask();
  await stage.given(ADA, 'AccountErased', {});
  await stage.settle();
  expect(sent()).toEqual([]);
});
