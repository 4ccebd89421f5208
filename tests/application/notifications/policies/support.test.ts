import { expect, test } from 'vitest';
import { people } from '../../policies/scenes.ts';
import { BUYER, openStage } from '../../policies/stage.ts';

const QUESTION = { subject: 'A parcel', message: 'my secret words' };

test('mails a question to support once, with the author in reply-to and no text in the job', async () => {
  const stage = await openStage();
  await people(stage);
  await stage.given(`account-${BUYER}`, 'SupportContacted', QUESTION);
  await stage.settle();
  await stage.stop();
  stage.forgetPlaces();
  await stage.start();
  await stage.settle();

  const emails = stage.mailer.sent.filter(({ subject }) => subject === 'supportQuestion');
  const { question } = stage.emails.find(({ template }) => template === 'supportQuestion') ?? {};
  expect(emails).toMatchObject([{ to: 'support@example.com', replyTo: question?.email }]);
  expect(question).toMatchObject(QUESTION);
  expect(JSON.stringify(stage.jobs.known('mail'))).not.toContain('secret');
});

test('mails no question of an account that was erased since', async () => {
  const stage = await openStage();
  await people(stage);
  await stage.stop();
  await stage.given(`account-${BUYER}`, 'SupportContacted', QUESTION);
  await stage.given(`account-${BUYER}`, 'AccountErased', {});
  await stage.start();
  await stage.settle();
  expect(stage.mailer.sent.filter(({ subject }) => subject === 'supportQuestion')).toEqual([]);
});
