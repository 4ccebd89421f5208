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

test('who registered when fewer likenesses were seen holds what their name looks like all the same', async () => {
  const stage = await openStage();
  await registered(stage, ANNA, 'eʟena');
  await stage.settle();
  expect(await holder(stage, 'elena')).toBe(ANNA);
  expect(await holder(stage, 'еlena')).toBe(ANNA);
});

test('of two that look alike already the first holds it, and both keep their names', async () => {
  const stage = await openStage();
  await registered(stage, ANNA, 'Mᴏna');
  await registered(stage, OTHER, 'M0na');
  await stage.settle();
  expect(await holder(stage, 'Mona')).toBe(ANNA);
  expect((await stage.repository.accounts.load(OTHER)).state.username).toBe('M0na');
});

test('whoever has claimed it at registration is not written of twice; a name of plain letters needs nothing more', async () => {
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
