import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { unzipSync, zipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LARGEST_ZIP } from '#application/transparency/bundle/readBundle.ts';
import { COSIGNATURE, keyText, noteKey } from '#application/transparency/signedNote.ts';
import { sha256 } from '#infrastructure/transparency/hashing.ts';
import { sales } from '../http/sale.ts';
import { checkScreen, useBrowser } from '../support/browser.ts';
import { eventually, type Member, useMarketplace } from '../support/marketplace.ts';
import { visitors } from './people.ts';

const market = useMarketplace({ transparency: { signer: undefined, headEvery: 0, witnesses: [] } });
const { shipped } = sales(market);
const open = useBrowser();
const { enter } = visitors(market, open);
const folder = mkdtempSync(path.join(tmpdir(), 'reliquary-bundle-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = (name: string) => path.join(folder, name);
let buyer: Member;
let seller: Member;
let transaction: string;
let page: Page;

beforeAll(async () => {
  seller = await market().seller('bundle_seller');
  buyer = await market().member('bundle_buyer');
  transaction = (await shipped(buyer, seller)).id;
  await eventually(async () => (await market().client().get('proof/log')).body.unsealedSince === null);
  page = await enter(buyer, `/transactions/${transaction}`);
});

test('a party downloads the bundle of its transaction', async () => {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download the record' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^case-TX\w+\.zip$/);
  await download.saveAs(file('case.zip'));
  writeFileSync(file('verify.html'), unzipSync(readFileSync(file('case.zip')))['verify.html']!);
});

test('each party opens their own receipts and finds them in the signed log', async () => {
  for (const [name, own] of [
    ['buyer', page],
    ['seller', await enter(seller, `/transactions/${transaction}`)],
  ] as const) {
    const receipts = own.getByRole('region', { name: 'Receipts' });
    await receipts.getByRole('button', { name: 'Show my receipts' }).click();
    await receipts.getByText('In the signed log').first().waitFor();
    await receipts.getByText(/^No witness signs this log/).waitFor();
    expect(await receipts.getByRole('alert').count()).toBe(0);
    await checkScreen(own, `receipts-${name}`);
  }
});

test('a phone shows record and receipts below actions and timeline', async () => {
  const wide = page.viewportSize()!;
  await page.setViewportSize({ width: 360, height: 780 });
  const topOf = async (name: string) => (await page.getByText(name, { exact: true }).boundingBox())!.y;
  const [next, contact, timeline, receipts, keep] = await Promise.all(
    ['What happens next', 'Contact Seller', 'Transaction Timeline', 'Receipts', 'Verifiable record'].map(topOf),
  );
  const order = [next!, contact!, timeline!, receipts!, keep!];
  expect(order).toEqual(order.toSorted((a, b) => a - b));
  await page.setViewportSize(wide);
});

test('verify.html, opened from disk and offline, says what holds and what does not', async () => {
  const context = page.context();
  await context.setOffline(true);
  const verifier = await context.newPage();
  const asked: string[] = [];
  verifier.on('request', (request) => asked.push(request.url()));
  await verifier.goto(pathToFileURL(file('verify.html')).href);
  const choose = verifier.getByLabel('Bundle', { exact: true });
  await choose.setInputFiles(file('case.zip'));
  await verifier
    .getByRole('heading', {
      name: /no change was found, but some points rest only on the operator’s word\. (\d+) of \1 events are proven/,
    })
    .waitFor();
  await checkScreen(verifier, 'verify-bundle');
  // ids and system fonts differ in width, so the widest letters must fit too
  await verifier.evaluate(() => {
    document.body.style.fontFamily = '"DejaVu Sans Mono", monospace';
    const verdict = document.getElementById('verdict')!;
    verdict.textContent = verdict.textContent!.replace(/TX\w+/, 'TXWWWWWWWW');
  });
  await checkScreen(verifier, 'verify-bundle-widest');

  await verifier.getByText('No witness has signed this head').waitFor();
  const witness = keyText(noteKey('mill.example', COSIGNATURE, new Uint8Array(32), sha256));
  await verifier.getByLabel('Keys of its witnesses').fill(` ${witness} `);
  await verifier.getByLabel('Keys of its witnesses').blur();
  await verifier.getByText('The witness mill.example has not signed this head').waitFor();
  await verifier.getByLabel('Keys of its witnesses').fill('mill');
  await verifier.getByRole('heading', { name: 'Not checked with these keys yet.' }).waitFor();
  await verifier.getByRole('button', { name: 'Check' }).click();
  await verifier.getByText('“mill” is not a key of a witness.').waitFor();
  await verifier.getByLabel('Keys of its witnesses').fill('');

  const files = unzipSync(readFileSync(file('case.zip')));
  const event = Object.keys(files).find((name) => name.startsWith('facts/transaction-'))!;
  files[event] = files[event]!.map((byte, place) => (place === 400 ? byte ^ 1 : byte));
  writeFileSync(file('flipped.zip'), zipSync(files));
  await choose.setInputFiles(file('flipped.zip'));
  await verifier.getByRole('heading', { name: /the check failed/ }).waitFor();
  await verifier
    .getByText(/Revision 0 of transaction-\w+ was changed\. The report names it “transaction, revision 0”\./)
    .waitFor();

  writeFileSync(file('empty.zip'), '');
  await choose.setInputFiles(file('empty.zip'));
  await verifier.getByText('This file is empty.').waitFor();

  // a byte more than 256 MB, none of which is read
  writeFileSync(file('large.zip'), '');
  truncateSync(file('large.zip'), LARGEST_ZIP + 1);
  await verifier.evaluate(() => {
    File.prototype.arrayBuffer = () => Promise.reject(new Error('it was read'));
  });
  await choose.setInputFiles(file('large.zip'));
  await verifier.getByText('This file is larger than any bundle, so it is not read.').waitFor();
  expect(asked).toEqual([pathToFileURL(file('verify.html')).href]);
  await context.setOffline(false);
});
