import { hash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson } from '#application/transparency/canonicalJson.ts';
import { brokenRevision, chainHash } from '#application/transparency/factChain.ts';
import { sha256 } from '#application/transparency/sha256.ts';
import { hashOf } from '#infrastructure/crypto/hashChain.ts';
import { property } from '#tests/support/property.ts';

test.each([0, 1, 54, 55, 56, 57, 63, 64, 65, 119, 120, 128, 1_000])('hashes %i bytes as Node does', (length) => {
  const bytes = Uint8Array.from({ length }, (_, at) => (at * 37) % 256);
  expect(Buffer.from(sha256(bytes)).toString('hex')).toBe(hash('sha256', bytes));
});

property([fc.uint8Array({ maxLength: 300 })])('hashes any bytes as Node does', (bytes) => {
  expect(Buffer.from(sha256(bytes)).toString('hex')).toBe(hash('sha256', bytes));
});

const fact = (data: Record<string, unknown>) => {
  const metadata = {
    correlationId: 'c',
    causationId: 'c',
    actor: { role: 'member', id: 'a' },
    commandId: 'c',
    prevHash: null,
    hash: '',
  };
  const event = { id: 'e', type: 'T', version: 1, data, metadata };
  return { ...event, stream: 's-1', revision: 0, position: '1', recordedAt: 1 };
};

property([fc.dictionary(fc.string(), fc.jsonValue())])('recomputes the hash stored with an event', (any) => {
  const data = JSON.parse(JSON.stringify(any));
  expect(chainHash(fact(data), sha256)).toBe(hashOf('s-1', fact(data)));
});

test('sorts keys as in RFC 8785', () => {
  expect(canonicalJson({ '\u20ac': 1, '\r': [true, null], 10: -0, 9: { b: 1e21, a: 'é"' } })).toBe(
    '{"\\r":[true,null],"10":0,"9":{"a":"é\\"","b":1e+21},"€":1}',
  );
});

test('finds where an event was changed, removed or inserted', () => {
  const chain = (...datas: Record<string, unknown>[]) => {
    let prevHash: string | null = null;
    return datas.map((data, revision) => {
      const made = fact(data);
      const linked = { ...made, revision, metadata: { ...made.metadata, prevHash } };
      const whole = { ...linked, metadata: { ...linked.metadata, hash: chainHash(linked, sha256) } };
      prevHash = whole.metadata.hash;
      return whole;
    });
  };
  const whole = chain({ claim: 1 }, { claim: 2 }, { claim: 3 });
  expect(brokenRevision(whole, sha256)).toBeUndefined();
  expect(brokenRevision(whole.with(1, { ...whole[1]!, data: { claim: 9 } }), sha256)).toBe(1);
  expect(brokenRevision([whole[0]!, whole[2]!], sha256)).toBe(1);
  expect(brokenRevision(chain({ claim: 1 }).concat(whole.slice(1)), sha256)).toBeUndefined();
  expect(brokenRevision(chain({ claim: 5 }).concat(whole.slice(1)), sha256)).toBe(1);
});
