import { expect, test } from 'vitest';
import { openUnusedMessageImages, openUnusedPhotos } from '#infrastructure/files/unusedUploads.ts';
import { useDatabase } from '#tests/support/postgres.ts';

const database = useDatabase();

test.each([
  ['of listings', openUnusedPhotos],
  ['of messages', openUnusedMessageImages],
])('keeps possibly unused pictures until they are due, oldest first: %s', async (_, open) => {
  const loose = open(database.knex);
  const picture = (s3Key: string, since: number) => ({ of: 'a', s3Key, files: [`folder/${s3Key}`], since });
  await loose.add([]);
  await loose.add([picture('2', 20), picture('1', 10), picture('3', 30)]);
  expect(await loose.due(30, 10)).toEqual([picture('1', 10), picture('2', 20)]);
  expect(await loose.due(30, 1)).toEqual([picture('1', 10)]);
  // storing it again resets its age
  await loose.add([picture('1', 25)]);
  expect(await loose.due(30, 10)).toEqual([picture('2', 20), picture('1', 25)]);
  await loose.forget(['1', '2']);
  expect(await loose.due(100, 10)).toEqual([picture('3', 30)]);
});
