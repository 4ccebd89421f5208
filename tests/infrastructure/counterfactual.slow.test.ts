import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { succeeded } from '#infrastructure/demo/client.ts';
import { connect } from '#infrastructure/postgres/connect.ts';
import { type Sold, sales } from '#tests/http/sale.ts';
import { runProgram } from '#tests/support/commandLine.ts';
import { useMarketplace } from '#tests/support/marketplace.ts';

const market = useMarketplace();
const { shipped } = sales(market);
const folder = mkdtempSync(join(tmpdir(), 'reliquary-counterfactual-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = (name: string) => join(folder, name);
const run = (...words: string[]) => {
  const { databaseUrl = '', secrets } = market().config;
  return runProgram('counterfactual', words, {
    DATABASE_URL: databaseUrl,
    DATA_DIR: market().dataDir,
    MASTER_KEY: secrets.masterKey.toString('hex'),
    JWT_SECRET: secrets.jwt,
  });
};
let disputed: Sold;

beforeAll(async () => {
  const seller = await market().seller('what_seller');
  const buyer = await market().member('what_buyer');
  await shipped(buyer, seller);
  disputed = await shipped(buyer, seller);
  const claim = { category: 'DAMAGED', claim: 20, text: 'A broken wing', evidence: [] };
  succeeded(await buyer.post(`transaction/${disputed.id}/dispute`, claim), 'dispute');
  await market().settle();
});

const RANGE = ['--from', '2020-01-01', '--to', '2999-12-31'];
const UNTIL = ['--until', '2999-12-31T00:00:00Z'];

describe('the counterfactual program', () => {
  test('shows the same course under the same terms', async () => {
    const { code, output } = await run(...RANGE);
    expect([code, output]).toEqual([
      0,
      expect.stringContaining('2 sales: 0 with other events, 0 with other sums, 0 with a moved deadline.'),
    ]);
    expect(output).toContain('People’s behaviour is assumed to be unchanged');
  });

  test('gives the same hash for the line that it prints', async () => {
    const first = await run('--set', 'escrowPeriod=1d', '--set', 'feePercent=9%', ...RANGE);
    const [, line = ''] = /^Again: npm run counterfactual -- (.*)$/m.exec(first.output) ?? [];
    const again = await run(...line.split(' '));
    const hashIn = (output: string) => /^SHA-256 ([0-9a-f]{64})$/m.exec(output)?.[1];
    expect(first.output).toContain('2 with other events');
    expect(hashIn(first.output)).toBeDefined();
    expect(hashIn(again.output)).toBe(hashIn(first.output));
  });

  test('answers as JSON, without personal data', async () => {
    const { code, output } = await run('--set', 'escrowPeriod=1h', ...RANGE, ...UNTIL, '--json');
    expect(code).toBe(0);
    const { asked, result } = JSON.parse(output);
    expect(asked.changes).toEqual({ escrowPeriod: '1h' });
    expect([result.sales, result.complete]).toEqual([2, true]);
    expect(output).not.toMatch(/broken wing|Lange Straat|what_buyer/);
  });

  test.each([
    [['--set', 'escrowTime=1d', ...RANGE], /^no term is called "escrowTime"; these can be set: feePercent, /],
    [['--set', 'escrowPeriod=soon', ...RANGE], /^escrowPeriod must be a number with d /],
    [['--from', '2026-02-31', '--to', '2026-03-01'], /^--from and --to must be days/],
    [[...RANGE, '--until', 'tomorrow'], /^--until must be an instant/],
  ])('refuses %j in one line', async (words, line) => {
    const { code, output } = await run(...words);
    expect([code, output.trimEnd()]).toEqual([1, expect.stringMatching(line)]);
    expect(output.trimEnd()).not.toContain('\n');
  });
});

describe('the check of folds', () => {
  test('agrees with what is stored and with its own record', async () => {
    expect(await run('--check')).toEqual({ code: 0, output: '2 sales, 0 differ.\n' });
    expect((await run('--record', file('folds'))).code).toBe(0);
    expect(await run('--against', file('folds'))).toEqual({ code: 0, output: '2 sales, 0 differ.\n' });
    expect((await run('--record', file('folds'))).code).toBe(1);
  });

  test('names the first event whose state differs from another release', async () => {
    await run('--record', file('earlier'));
    const lines = readFileSync(file('earlier'), 'utf8').trimEnd().split('\n');
    const changed = lines.map((line) => {
      const record = JSON.parse(line);
      if (record.transaction !== disputed.id) return line;
      return JSON.stringify({ ...record, states: record.states.with(3, 'another') });
    });
    writeFileSync(file('earlier'), `${changed.join('\n')}\n`);
    expect(await run('--against', file('earlier'))).toEqual({
      code: 1,
      output: `${disputed.id}: the state after revision 3 (PaymentCaptured) differs\n2 sales, 1 differ.\n`,
    });
  });

  test('names the fields that differ from what the running release has stored', async () => {
    const db = connect(market().config.databaseUrl ?? '', { size: 1 });
    await db.raw(
      `UPDATE read_transactions.sales SET sale = jsonb_set(sale::jsonb, '{paidOut}', '7')::json WHERE id = ?`,
      [disputed.id],
    );
    await db.destroy();
    expect(await run('--check')).toEqual({
      code: 1,
      output: `${disputed.id}: the state after revision 5 (DisputeOpened) differs in paidOut\n2 sales, 1 differ.\n`,
    });
  });

  test('refuses a file of another form', async () => {
    writeFileSync(file('other'), 'hello\n');
    expect(await run('--against', file('other'))).toEqual({
      code: 1,
      output: `${file('other')} is not what --record writes\n`,
    });
  });
});
