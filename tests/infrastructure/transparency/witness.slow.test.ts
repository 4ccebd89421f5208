import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { utf8 } from '#application/transparency/bytes.ts';
import { headText } from '#application/transparency/checkpoint.ts';
import { growTree } from '#application/transparency/growingTree.ts';
import { consistencyRanges, rangeHash } from '#application/transparency/merkleTree.ts';
import { COSIGNATURE, ED25519, keyText, noteText, readNote } from '#application/transparency/signedNote.ts';
import { type NoteSigner, signNote, verifiedBy } from '#application/transparency/signing.ts';
import { hashesFrom } from '#application/transparency/tiles.ts';
import { addCheckpointText } from '#infrastructure/transparency/addCheckpoint.ts';
import { verifyEd25519 } from '#infrastructure/transparency/ed25519.ts';
import { hashing } from '#infrastructure/transparency/hashing.ts';
import { makeSigningKey, readSigningKey } from '#infrastructure/transparency/signingKey.ts';
import { witnessServer } from '#infrastructure/transparency/witness/server.ts';
import { openWitness, originId, type Witness } from '#infrastructure/transparency/witness/witness.ts';
import { runProgram } from '#tests/support/commandLine.ts';

const signerOf = (name: string, type: number): NoteSigner => readSigningKey(makeSigningKey(name, type), type)!;
const log = signerOf('shop.example/tlog', ED25519);
const mill = signerOf('mill.example', COSIGNATURE);
const NOW = 1_763_780_400;

/** A log of this size; events from `fork` on differ. */
const logOf = async (size: number, { fork = size, signer = log, origin = log.key.name } = {}) => {
  const tree = growTree(hashing);
  for (let index = 0; index < size; index++)
    tree.append(hashing.leaf(utf8(index < fork ? `fact ${index}` : `other ${index}`)));
  const hashOf = hashesFrom(tree.changedTiles(), hashing);
  const head = { origin, size, root: tree.root(), mapRoot: tree.root(), madeAt: NOW, enteredAtOnce: 0 };
  // small checkpoints predate the first read model check
  const text = headText(size < 5 ? head : { ...head, after: 3, models: { root: tree.root(), position: 2 } });
  const note = noteText({ text, signatures: [await signNote(text, signer)] });
  return {
    text,
    from: (oldSize: number) => {
      const proof = consistencyRanges(Math.min(oldSize, size), size).map((range) => rangeHash(range, hashOf, hashing));
      return addCheckpointText({ oldSize, proof, note });
    },
  };
};

let folder: string;
let witness: Witness;
const open = () => openWitness({ signer: mill, logs: [log.key], folder, now: () => NOW * 1_000 });
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reliquary-witness-'));
  witness = open();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('cosigns a growing log and remembers it across restarts', async () => {
  const [three, seven] = [await logOf(3), await logOf(7)];
  const first = await witness.add(three.from(0));
  expect(first.status).toBe(200);
  witness = open();
  expect(await witness.add(seven.from(0))).toEqual({ status: 409, body: '3\n', type: 'text/x.tlog.size' });
  const second = await witness.add(seven.from(3));
  const note = readNote(`${seven.text}\n${second.body}`)!;
  expect(await verifiedBy(mill.key, note, verifyEd25519)).toEqual({ at: NOW });
  expect((await witness.add(seven.from(7))).status).toBe(200);
  expect(witness.latest(originId(log.key.name))).toContain(second.body);
});

test('follows a rotation: cosigns the newer key’s checkpoints and no more of the older one', async () => {
  const next = signerOf('shop.example/tlog', ED25519);
  witness = openWitness({ signer: mill, logs: [log.key, next.key], folder, now: () => NOW * 1_000 });
  expect((await witness.add((await logOf(3)).from(0))).status).toBe(200);
  expect((await witness.add((await logOf(5, { signer: next })).from(3))).status).toBe(200);
  expect(await witness.add((await logOf(7)).from(5))).toEqual({
    status: 403,
    body: 'this is signed with a key that another has replaced\n',
  });
  expect((await witness.add((await logOf(7, { signer: next })).from(5))).status).toBe(200);
});

describe('refuses', () => {
  beforeEach(async () => void (await witness.add((await logOf(5)).from(0))));
  const evidence = () => readdirSync(folder).filter((file) => file.endsWith('.refused'));

  test('a fork, and keeps the refused checkpoint', async () => {
    const forked = (await logOf(9, { fork: 4 })).from(5);
    expect((await witness.add(forked)).status).toBe(422);
    expect(evidence().map((file) => readFileSync(join(folder, file), 'utf8'))).toEqual([forked]);
    expect((await witness.add((await logOf(5, { fork: 4 })).from(5))).status).toBe(409);
    expect((await witness.add((await logOf(9)).from(5))).status).toBe(200);
  });

  test('a log that shrinks', async () => {
    const earlier = await logOf(4);
    expect((await witness.add(earlier.from(4))).body).toBe('5\n');
    expect((await witness.add(earlier.from(5))).status).toBe(400);
  });

  test.each<[string, () => Promise<string>, number]>([
    [
      'what another has signed',
      async () => (await logOf(9, { signer: signerOf('shop.example/tlog', ED25519) })).from(5),
      403,
    ],
    ['a log that it does not know', async () => (await logOf(9, { origin: 'other.example' })).from(5), 404],
    ['what is no checkpoint', async () => 'old 5\n\nnothing\n', 400],
    ['an empty body', async () => '', 400],
    [
      'a proof that is too long',
      async () => (await logOf(9)).from(5).replace('\n', `\n${'A'.repeat(43)}=\n`.repeat(64)),
      400,
    ],
    ['a proof of something else', async () => (await logOf(9)).from(5).replace('\n', `\n${'A'.repeat(43)}=\n`), 422],
  ])('%s', async (_, body, status) => {
    expect((await witness.add(await body())).status).toBe(status);
  });

  test('the second of two concurrent checkpoints that do not extend each other', async () => {
    const [one, other] = [(await logOf(9)).from(5), (await logOf(8, { fork: 6 })).from(5)];
    const answers = await Promise.all([witness.add(one), witness.add(other)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 409]);
  });
});

test('serves its endpoints over HTTP and nothing else', async () => {
  const failures: unknown[] = [];
  const server = witnessServer(witness, (error) => failures.push(error));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    const post = (body: string) => fetch(`${url}/add-checkpoint`, { method: 'POST', body });
    const latest = () => fetch(`${url}/${originId(log.key.name)}/checkpoint`);
    expect((await latest()).status).toBe(404);
    const signed = await post((await logOf(3)).from(0));
    expect([signed.status, await signed.text()]).toEqual([200, expect.stringMatching(/^— mill.example \S+\n$/)]);
    const moved = await post((await logOf(4)).from(0));
    expect([moved.status, moved.headers.get('content-type')]).toEqual([409, 'text/x.tlog.size']);
    expect(await (await latest()).text()).toContain((await logOf(3)).text);
    expect((await post('x'.repeat(200_000))).status).toBe(413);
    expect((await fetch(`${url}/signing-key`)).status).toBe(404);
    expect(failures).toEqual([]);
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
});

test('the program reports what it lacks, or its identity', async () => {
  const lacking = await runProgram('witness', [], {});
  expect(lacking.code).toBe(1);
  expect(lacking.output).toMatch(
    /^WITNESS_NAME .*; WITNESS_LOGS must name the keys of logs, with commas between them\n$/,
  );
  const variables = {
    WITNESS_NAME: 'mill.example',
    WITNESS_LOGS: keyText(log.key),
    WITNESS_DIR: folder,
    WITNESS_PORT: '0',
  };
  const killed = new AbortController();
  const running = runProgram('witness', [], variables, killed.signal);
  await expect.poll(() => readdirSync(folder)).toContain('signing-key');
  const file = join(folder, 'signing-key');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readSigningKey(readFileSync(file, 'utf8'), COSIGNATURE)?.key.name).toBe('mill.example');
  killed.abort();
  expect((await running).code).toBeNull();
});
