import { describe, expect, test } from 'vitest';
import { eventDefinitions } from '#domain/events.ts';
import { verifyStream } from '#infrastructure/crypto/hashChain.ts';
import { decoded, type EventRecord } from './eventRecords.ts';
import { recordsIn } from './files.ts';
import { stories } from './stories/all.ts';
import { type EventText, retold, streamNames } from './streamRecords.ts';

const records = recordsIn();
const names = streamNames(records);
const tellings = names.map((name) => records.read<EventText>(`${name}.told`));

describe('a stream of an earlier release', () => {
  // a later release may add to the recorded text, but not change it
  test.each(names)('%s verifies and keeps its states, postings and texts', async (name) => {
    const { stored, telling, recorded, words } = await retold(name, records);
    expect(verifyStream(stored)).toEqual({ intact: true });
    expect(recorded.facts).toHaveLength(stored.length);
    expect(telling).toMatchObject(recorded);
    if (words) expect(words.now).toMatchObject(words.recorded);
  });

  test('of an erased person has null for personal data and is otherwise unchanged', async () => {
    const { stored, telling } = await retold('streams/account-of-an-erased-person', records);
    expect(JSON.stringify(stored)).toContain('$personal');
    for (const { means } of telling.facts)
      expect(means).toMatchObject({ username: null, email: null, fullName: null, shippingAddress: null, bank: null });
    expect(telling.facts.at(-2)?.means).toMatchObject({ status: 'deletion_pending', country: 'Germany' });
  });
});

test('a refused sign-in in the first words of version 2 reads in the current words', async () => {
  const record = records.read<EventRecord>('streams/security-in-first-words');
  expect(record.stored.map(({ version, data }) => [version, data.way, data.why])).toEqual([
    [2, 'refreshToken', 'tokenReused'],
    [2, 'refreshToken', 'suspended'],
    [2, 'credentials', 'wrongCredentials'],
  ]);
  expect(await decoded('SignInRefused', eventDefinitions.SignInRefused, record)).toMatchObject([
    { way: 'renewal', why: 'usedTwice' },
    { way: 'renewal', why: 'suspended' },
    { way: 'credentials', why: 'wrongCredentials' },
  ]);
});

describe('the records', () => {
  test('contain each story', () => {
    expect(Object.keys(stories).filter((story) => !names.includes(`streams/${story}`))).toEqual([]);
  });

  test('contain an event of every type', () => {
    const types = new Set(tellings.flatMap(({ facts }) => facts.map(({ type }) => type)));
    expect(Object.keys(eventDefinitions).filter((type) => !types.has(type))).toEqual([]);
  });

  test('contain transactions with at least ten outcomes', () => {
    const ends = tellings.flatMap(({ facts }) => {
      const { type, means } = facts.at(-1)!;
      return 'shown' in means ? [`${type} ${means.shown}`] : [];
    });
    expect(new Set(ends).size).toBeGreaterThanOrEqual(10);
  });
});
