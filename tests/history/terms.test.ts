import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { TERMS_VERSIONS } from '#domain/transactions/terms/versions.ts';

/** SHA-256 of every version that transactions may have begun under. A new version adds a line; a line never changes. */
const RECORDED: Readonly<Record<string, string>> = {
  '2026-1/TARGET-Europe/Amsterdam': '496de08127131431abc5c7a7874240adb8dde1d5b442b41511d0b7248615fba6',
  '2026-2/TARGET-Europe/Amsterdam': 'd114561b5796ae1bb50c146eb657998cd8abcc74c9462c072621433f8b9d076e',
  '2026-3/TARGET-Europe/Amsterdam': '269a0840dcb77ab693803d047f6efa5ca1f0ff50bc6f5d5ff2e912c5fdba682c',
};

test.each(TERMS_VERSIONS)('the terms $version stay as transactions were promised them', (terms) => {
  const digest = createHash('sha256')
    .update(JSON.stringify(Object.entries(terms).sort()))
    .digest('hex');
  expect(
    RECORDED[terms.version],
    `Transactions were promised the terms ${terms.version}, so their numbers never change: add a version in domain/transactions/terms. A new version is recorded here with ${digest}.`,
  ).toBe(digest);
});
