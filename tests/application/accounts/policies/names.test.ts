import { expect, test } from 'vitest';
import { holderOf, streamOf } from '#application/accounts/nameClaims.ts';
import { openStage, type Stage } from '../../policies/stage.ts';

const ANNA = 'a'.repeat(32);
const OTHER = 'b'.repeat(32);

const registered = async (stage: Stage, id: string, username: string) => {
  const events = { username, email: `${username}@example.com`, country: 'Germany', termsAcceptedAt: 0 };
  await stage.given(`account-${id}`, 'AccountRegistered', events);
};
const holder = (stage: Stage, name: string) => holderOf('likeness', name, stage);

test('claims the confusable form for accounts registered under older rules', async () => {
  const stage = await openStage();
  await registered(stage, ANNA, 'eʟena');
  await stage.settle();
  expect(await holder(stage, 'elena')).toBe(ANNA);
  expect(await holder(stage, 'еlena')).toBe(ANNA);
});

test('gives the confusable form to the first of two similar names, and both keep their names', async () => {
  const stage = await openStage();
  await registered(stage, ANNA, 'Mᴏna');
  await registered(stage, OTHER, 'M0na');
  await stage.settle();
  expect(await holder(stage, 'Mona')).toBe(ANNA);
  expect((await stage.repository.accounts.load(OTHER)).state.username).toBe('M0na');
});

test('claims nothing again for an account whose registration claimed it, and nothing extra for a plain name', async () => {
  const stage = await openStage();
  await stage.stop();
  const claim = `username-${streamOf('likeness', 'elena', stage)}`;
  await stage.given(claim, 'NameClaimed', { accountId: ANNA });
  await registered(stage, ANNA, 'elena');
  await registered(stage, OTHER, 'matthias');
  await stage.start();
  await stage.settle();
  expect(await stage.typesOf(claim)).toEqual(['NameClaimed']);
  const streams = (await stage.store.readAll({ limit: 100 })).map(({ stream: name }) => name);
  expect(streams.filter((name) => name.startsWith('username-'))).toEqual([claim]);
});
