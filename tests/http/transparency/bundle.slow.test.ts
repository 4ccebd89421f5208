import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unzipSync, zipSync } from 'fflate';
import { beforeAll, describe, expect, test } from 'vitest';
import type { AuditEvent } from '#application/contract/audit.ts';
import type { BundleIndex } from '#application/transparency/bundle/bundleFormat.ts';
import { NoBundle, readBundle } from '#application/transparency/bundle/readBundle.ts';
import { isSound, verifyBundle } from '#application/transparency/bundle/verifyBundle.ts';
import { keyText, noteKey } from '#application/transparency/signedNote.ts';
import { openSubjectKeys } from '#infrastructure/crypto/subjectKeys.ts';
import { succeeded } from '#infrastructure/demo/client.ts';
import { connect } from '#infrastructure/postgres/connect.ts';
import { verifyEd25519 } from '#infrastructure/transparency/ed25519.ts';
import { sha256 } from '#infrastructure/transparency/hashing.ts';
import { runProgram } from '#tests/support/commandLine.ts';
import { eventually, type Member, photo, useMarketplace } from '#tests/support/marketplace.ts';
import { type Sold, sales } from '../sale.ts';

const market = useMarketplace({ transparency: { signer: undefined, headEvery: 0, witnesses: [] } });
const { bought, checkout, shipped, photographed } = sales(market);
const CLAIM = 'The canary of the claim: a broken wing';
const MESSAGE = 'The canary of the talk: is it whole?';
let buyer: Member;
let seller: Member;
let staff: Member;
let auditor: Member;
let sold: Sold;
let evidence: string;

const download = (member: Member, { id } = sold) =>
  fetch(new URL(`/api/transaction/${id}/bundle`, market().url), {
    headers: { Authorization: `Bearer ${member.token}` },
  });
const bundleOf = async (member: Member, transaction = sold): Promise<Uint8Array> => {
  const response = await download(member, transaction);
  expect({ status: response.status, type: response.headers.get('content-type') }).toEqual({
    status: 200,
    type: 'application/zip',
  });
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="case-TX\w+\.zip"$/);
  return new Uint8Array(await response.arrayBuffer());
};
const verify = (zip: Uint8Array, logKey?: string) =>
  verifyBundle(readBundle(zip), { sha256, verify: verifyEd25519, logKey });
const failuresOf = async (zip: Uint8Array, logKey?: string) =>
  (await verify(zip, logKey)).findings.filter(({ kind }) => kind === 'fails').map(({ says }) => says);
const textOf = (zip: Uint8Array) =>
  Object.entries(unzipSync(zip))
    .filter(([name]) => !name.startsWith('files/'))
    .map(([, content]) => Buffer.from(content).toString())
    .join('\n');
const indexOf = (zip: Uint8Array): BundleIndex => JSON.parse(Buffer.from(unzipSync(zip)['index.json']!).toString());

beforeAll(async () => {
  [buyer, seller, staff, auditor] = [
    await market().member('bbuyer'),
    await market().seller('bseller'),
    await market().staff('bstaff'),
    await market().member('bauditor'),
  ];
  await market().grant(auditor, 'auditor');
  sold = await shipped(buyer, seller);
  const form = new FormData();
  for (const [name, value] of Object.entries({ content: MESSAGE, recipientId: seller.id, listingId: sold.listing }))
    form.set(name, value);
  form.set('image', new Blob([new Uint8Array(await photo())]), 'a.jpg');
  succeeded(await buyer.call('POST', 'messages/send', { form }), 'message');
  [evidence = ''] = await photographed(buyer, sold);
  succeeded(
    await buyer.post(`transaction/${sold.id}/dispute`, {
      category: 'DAMAGED',
      claim: 20,
      text: CLAIM,
      evidence: [evidence],
    }),
    'dispute',
  );
  await market().settle();
  await eventually(async () => (await market().client().get('proof/log')).body.unsealedSince === null);
});

describe('the bundle of a sale', () => {
  test.each(['buyer', 'seller', 'staff', 'auditor'] as const)('for the %s verifies all of its events', async (who) => {
    const zip = await bundleOf({ buyer, seller, staff, auditor }[who]);
    const verdict = await verify(zip, indexOf(zip).logKey!);
    expect(verdict.findings.filter(({ kind }) => kind === 'fails')).toEqual([]);
    expect(verdict.proven).toBe(verdict.facts);
    expect(verdict.facts).toBeGreaterThan(10);
    expect(indexOf(zip).reader).toBe(who);
    const names = Object.keys(unzipSync(zip));
    for (const name of [
      'head.txt',
      'ledger.json',
      'policy.txt',
      'report.html',
      'index.sha256',
      'verify.html',
      'FORMAT.md',
    ])
      expect(names).toContain(name);
    expect(verdict.findings.map(({ says }) => says)).toContain(
      'report.html and policy.txt match the events, the texts that you may read and the ledger.',
    );
  });

  test('contains only what its reader may know', async () => {
    const [ofBuyer, ofSeller, ofStaff, ofAuditor] = [
      await bundleOf(buyer),
      await bundleOf(seller),
      await bundleOf(staff),
      await bundleOf(auditor),
    ];
    const says = (zip: Uint8Array) => [CLAIM, MESSAGE, 'Lange Straat'].map((canary) => textOf(zip).includes(canary));
    expect([ofBuyer, ofSeller, ofStaff, ofAuditor].map(says)).toEqual([
      [true, true, true],
      [true, true, true],
      [true, true, true],
      [false, false, false],
    ]);
    const pictures = (zip: Uint8Array) =>
      indexOf(zip)
        .pictures.map(({ file }) => file?.split('/')[1])
        .sort();
    expect(pictures(ofBuyer)).toEqual(['evidence', 'listings', 'messages']);
    expect(pictures(ofStaff)).toEqual(['evidence', 'listings', 'messages']);
    expect(pictures(ofAuditor)).toEqual(['listings']);
    expect(
      indexOf(ofAuditor)
        .openings.map(({ path }) => path)
        .sort(),
    ).toEqual(['/data/description', '/data/title']);
    const withheld = (zip: Uint8Array) => indexOf(zip).withheld?.map(({ path }) => path) ?? [];
    expect(withheld(ofBuyer)).toEqual([]);
    expect(withheld(ofAuditor)).toEqual(expect.arrayContaining(['/data/address', '/data/text']));
    expect(textOf(ofAuditor)).toContain('Address: not shown. This reader may not read it.');
    for (const secret of ['@example', 'NL91', 'Jansen']) expect(textOf(ofBuyer)).not.toContain(secret);
  });

  test('hides the street from the seller until payment, and from staff outside a case', async () => {
    const unpaid = await bought(buyer, seller);
    await checkout(buyer, unpaid);
    await market().settle();
    const bundles = await Promise.all([buyer, seller, staff].map((reader) => bundleOf(reader, unpaid)));
    expect(bundles.map((zip) => textOf(zip).includes('Lange Straat'))).toEqual([true, false, false]);
  });

  test('is refused for strangers, visitors and an unknown id', async () => {
    expect((await download(await market().member('bstranger'))).status).toBe(404);
    expect((await fetch(new URL(`/api/transaction/${sold.id}/bundle`, market().url))).status).toBe(401);
    expect((await buyer.get('transaction/none/bundle')).status).toBe(404);
  });
});

describe('verification reports', () => {
  const changed = async (change: (files: Record<string, Uint8Array>) => void) => {
    const files = unzipSync(await bundleOf(buyer));
    change(files);
    return zipSync(files);
  };
  const flip = (bytes: Uint8Array, at: number): Uint8Array =>
    bytes.map((byte, place) => (place === at ? byte ^ 1 : byte));
  const event = () => `facts/transaction-${sold.id}/0000.txt`;

  test('a flipped bit in any file', async () => {
    const whole = unzipSync(await bundleOf(buyer));
    for (const [name, content] of Object.entries(whole)) {
      const zip = zipSync({ ...whole, [name]: flip(content, Math.floor(content.length / 2)) });
      expect([name, isSound(await verify(zip))]).toEqual([name, false]);
    }
  });

  test('a changed event', async () => {
    const zip = await changed((files) => {
      files[event()] = flip(files[event()]!, files[event()]!.length - 3);
    });
    expect(await failuresOf(zip)).toContain(
      `Revision 0 of transaction-${sold.id} was changed. The report names it “transaction, revision 0”.`,
    );
  });

  const withIndex = (change: (index: BundleIndex) => void) =>
    changed((files) => {
      const index: BundleIndex = JSON.parse(Buffer.from(files['index.json']!).toString());
      change(index);
      files['index.json'] = Buffer.from(JSON.stringify(index));
      files['index.sha256'] = Buffer.from(Buffer.from(sha256(files['index.json'])).toString('hex'));
    });

  test('a proof of another event', async () => {
    const zip = await withIndex(({ facts }) => {
      facts[0] = { ...facts[0]!, index: facts[1]!.index, path: facts[1]!.path };
    });
    expect(await failuresOf(zip)).toEqual([
      expect.stringMatching(
        `^Revision 0 of transaction-${sold.id} is not in the log that was published at [-:\\d ]+ UTC\\.$`,
      ),
    ]);
  });

  test('a truncated end', async () => {
    let last = 0;
    const zip = await withIndex((index) => {
      const own = index.facts.filter(({ stream }) => stream === `transaction-${sold.id}`);
      last = own.length - 1;
      index.facts = index.facts.filter((each) => each !== own[last]);
    });
    expect(await failuresOf(zip)).toContain(
      `Revision ${last} of transaction-${sold.id} is not in this bundle. The history was sealed up to revision ${last}.`,
    );
  });

  test('a field with another value', async () => {
    const zip = await withIndex(({ openings }) => {
      const text = openings.find(({ path }) => path === '/data/text')!;
      text.plaintext = 'It came whole';
    });
    expect(await failuresOf(zip)).toEqual([
      expect.stringMatching(
        /^The text that is shown as text of revision \d+ of transaction-\w+ is not the text that was written\.$/,
      ),
      'report.html differs from the report that the events of this bundle give. Trust the events, not the report.',
    ]);
  });

  test('a checkpoint signed by another key, and an invalid key', async () => {
    const zip = await bundleOf(buyer);
    const other = keyText(noteKey('other.example/tlog', 1, new Uint8Array(32), sha256));
    expect(await failuresOf(zip, other)).toEqual(['The head of this bundle is not signed with the key that you gave.']);
    expect(await failuresOf(zip, 'no key')).toEqual(['The key that you gave for the log is not a key.']);
  });

  test('omits a photo that was replaced in the store', async () => {
    const kept = join(market().dataDir, 'files/contents', evidence);
    await writeFile(kept, 'another picture');
    const zip = await bundleOf(seller);
    expect(await failuresOf(zip)).toEqual([
      expect.stringMatching(
        /^Picture 1 of revision \d+ of transaction-\w+ is missing: the stored file is not the one that was uploaded\.$/,
      ),
    ]);
  });
});

test('omits the texts of an erased account from bundle and audit, but keeps the answers', async () => {
  const leaver = await market().member('bleaver');
  const left = await shipped(leaver, seller);
  const say = async (from: Member, recipientId: string, content: string) => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ content, recipientId, listingId: left.listing }))
      form.set(name, value);
    return succeeded(await from.call('POST', 'messages/send', { form }), 'message');
  };
  const { messageId } = await say(leaver, seller.id, 'The canary of who leaves');
  await say(seller, leaver.id, 'The canary of who stays');
  succeeded(await seller.post(`messages/${messageId}/report`, { reason: 'The canary of the report' }), 'report');
  await market().settle();
  const resolution = { outcome: 'nothing', note: 'The canary of the note' };
  succeeded(await staff.post(`staff/message-reports/${messageId}/resolve`, resolution), 'resolution');
  succeeded(await leaver.post(`transaction/${left.id}/confirm-delivery`), 'delivery');
  await market().passDays(12);
  expect(textOf(await bundleOf(seller, left))).toContain('The canary of who leaves');
  succeeded(await leaver.post('user/deletion', { password: leaver.password }), 'deletion');
  await market().passDays(31);
  await market().settle();
  const zip = await bundleOf(seller, left);
  expect(textOf(zip)).not.toContain('The canary of who leaves');
  expect(textOf(zip)).toContain('The canary of who stays');
  const { findings, proven, facts } = await verify(zip, indexOf(zip).logKey!);
  expect(findings.filter(({ kind }) => kind === 'fails')).toEqual([]);
  expect([proven, facts]).toEqual([facts, facts]);
  const [{ stream }] = await market().marketplace.db('events').whereRaw(`data->>'messageId' = ?`, [messageId]);
  const { events } = (await staff.get(`audit/streams/${stream}`)).body;
  const read = events.flatMap(({ type, data: { content, reason, note }, openable }: AuditEvent) =>
    type.startsWith('Message') ? [[type, content ?? reason ?? note ?? null, openable]] : [],
  );
  expect(read).toEqual([
    ['MessageSent', null, []],
    ['MessageSent', '[personal]', ['content']],
    ['MessageReported', 'The canary of the report', []],
    ['MessageReportResolved', null, []],
  ]);
});

test('still proves data opened by an erased key, in the bundle and by attest', async () => {
  const erased = await shipped(buyer, seller);
  await market().settle();
  expect(textOf(await bundleOf(buyer, erased))).toContain('Lange Straat');
  const { databaseUrl = '', secrets } = market().config;
  const db = connect(databaseUrl, { size: 1 });
  const keys = openSubjectKeys({ db, masterKey: secrets.masterKey });
  await keys.erase(`transaction-${erased.id}`);
  await keys.erase(`account-${seller.id}`);
  await db.destroy();
  const zip = await eventually(async () => {
    const taken = await bundleOf(buyer, erased);
    return !textOf(taken).includes('Lange Straat') && taken;
  });
  expect(textOf(zip)).toContain('Address: erased. The marketplace no longer holds this text.');
  const { findings, proven, facts } = await verify(zip, indexOf(zip).logKey!);
  expect(findings.filter(({ kind }) => kind === 'fails')).toEqual([]);
  expect([proven, facts]).toEqual([facts, facts]);
  const told = await runProgram('attest', [], {
    DATABASE_URL: databaseUrl,
    DATA_DIR: market().dataDir,
    MASTER_KEY: secrets.masterKey.toString('hex'),
    JWT_SECRET: secrets.jwt,
  });
  expect(told.output).toMatch(/^\d+ events in \d+ streams are what was written\.$/m);
  expect(told).toMatchObject({ code: 0, output: expect.not.stringContaining('BROKEN') });
});

/** A zip whose directory claims that a file unpacks to a gigabyte. */
const bomb = (): Uint8Array => {
  const zip = Buffer.from(zipSync({ 'index.json': new Uint8Array(9) }));
  zip.writeUInt32LE(1024 ** 3, zip.indexOf('PK\u0001\u0002', 0, 'latin1') + 24);
  return zip;
};

test.each([
  ['an empty file', new Uint8Array(), 'This file is empty.'],
  ['no zip', Buffer.from('no zip at all'), 'This file is not a zip, or it is damaged.'],
  ['one that claims a gigabyte', bomb(), 'unpacks to more than any bundle'],
  ['a name that leads up', zipSync({ '../x.txt': new Uint8Array(1) }), 'not a plain relative path'],
  ['a name from the root', zipSync({ '/etc/x.txt': new Uint8Array(1) }), 'not a plain relative path'],
  ['a zip of something else', zipSync({ 'x.txt': new Uint8Array(1) }), 'not the bundle of a sale'],
])('rejects %s', async (_, zip, sentence) => {
  const says = async () => {
    try {
      return (await failuresOf(zip)).join();
    } catch (error) {
      if (error instanceof NoBundle) return error.message;
      throw error;
    }
  };
  expect(await says()).toContain(sentence);
});
