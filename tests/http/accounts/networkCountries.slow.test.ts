import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { countryTable } from '#tests/support/countryTable.ts';
import { type Member, type TestMarketplace, useMarketplace } from '#tests/support/marketplace.ts';

const folder = mkdtempSync(join(tmpdir(), 'reliquary-countries-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const countriesFile = join(folder, 'countries.mmdb');
writeFileSync(
  countriesFile,
  countryTable({
    '81.2.69.0/24': { country: { iso_code: 'GB' } },
    '85.214.0.0/15': { country: { iso_code: 'DE' } },
    '2a02:2e0::/32': { country: { iso_code: 'NL' } },
  }),
);

const told = useMarketplace({ countriesFile, trustedProxies: 1 });
const untold = useMarketplace({ trustedProxies: 1 });

const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36';
const GERMAN = '85.214.132.117';
const BRITISH = '81.2.69.160';
const DUTCH = '2a02:2e0:3fe:1001::302';
const UNKNOWN = '95.216.24.32';

const from = (address: string) => ({ headers: { 'x-forwarded-for': address, 'user-agent': CHROME } });

/** Another session of the account, from another browser and this address. */
const signInFrom = async (market: TestMarketplace, { email, password }: Member, address: string) => {
  const client = market.client();
  const body = { email, password, device: 'another-browser-0001' };
  const { status, body: session } = await client.post('auth/login', body, from(address));
  expect(status).toBe(200);
  client.signInWith(session.token);
  return client;
};

const countriesOf = async (member: Member, path: 'user/sessions' | 'user/data' = 'user/sessions') => {
  const { sessions } = (await member.get(path)).body;
  const chrome = sessions.filter(({ device }: { device: string }) => device === 'Chrome on Linux');
  return chrome.map(({ country }: { country: string | null }) => country);
};

/** Every row of every table that contains the text in any column. */
const rowsWith = async ({ marketplace: { db } }: TestMarketplace, text: string): Promise<string[]> => {
  const { rows: tables } = await db.raw(
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
     WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`,
  );
  expect(tables.length).toBeGreaterThan(30);
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await db.raw(`SELECT each::text AS said FROM ${name} each WHERE strpos(each::text, ?) > 0`, [
      text,
    ]);
    found.push(...rows.map(({ said }: { said: string }) => `${name}: ${said}`));
  }
  return found;
};

describe('with a table of countries', () => {
  test.each([
    [GERMAN, 'DE'],
    [DUTCH, 'NL'],
    [UNKNOWN, null],
    ['10.1.2.3', null],
    ['127.0.0.1', null],
  ])('a session from %s is listed with %s, and so in the export of own data', async (address, country) => {
    const ada = await told().member(`network_${address.replace(/\W/g, '').slice(0, 12)}`);
    await signInFrom(told(), ada, address);
    expect(await countriesOf(ada)).toEqual([country]);
    expect(await countriesOf(ada, 'user/data')).toEqual([country]);
  });

  test('the e-mail about a new device names the network’s country, and no address is stored', async () => {
    const ada = await told().member('network_mail');
    await signInFrom(told(), ada, BRITISH);
    const { text } = await told().mail(ada.email, /A new sign-in/);
    expect(text).toContain('with Chrome on Linux, from a network registered in the United Kingdom.');
    expect(await rowsWith(told(), 'Chrome on Linux')).not.toEqual([]);
    expect(await rowsWith(told(), BRITISH)).toEqual([]);
    expect(await rowsWith(told(), '81.2.69')).toEqual([]);
  });

  test('the e-mail for an unknown network names only the device', async () => {
    const ada = await told().member('network_unknown');
    await signInFrom(told(), ada, UNKNOWN);
    const { text } = await told().mail(ada.email, /A new sign-in/);
    expect(text).toContain('with Chrome on Linux. We had not seen');
  });

  test('a session that moves is listed with the last country, whichever token renewed it', async () => {
    const ada = await told().member('network_moves');
    const program = await signInFrom(told(), ada, GERMAN);
    expect((await program.post('auth/refresh', {}, from(BRITISH))).status).toBe(200);
    expect(await countriesOf(ada)).toEqual(['GB']);
    await program.post('auth/refresh', {}, from(UNKNOWN));
    expect(await countriesOf(ada)).toEqual([null]);
    await program.post('auth/logout');

    const page = { ...from(GERMAN).headers, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
    const call = (path: string, json: unknown, headers: Record<string, string>) =>
      fetch(new URL(`/api/${path}`, told().url), { method: 'POST', headers, body: JSON.stringify(json) });
    const entered = await call('auth/login', { email: ada.email, password: ada.password }, page);
    const cookie = entered.headers.getSetCookie()[0]!.split(';')[0]!;
    expect(await countriesOf(ada)).toEqual(['DE']);
    const resumed = await call('auth/resume', {}, { ...page, cookie, 'x-forwarded-for': DUTCH });
    expect(resumed.status).toBe(200);
    expect(await countriesOf(ada)).toEqual(['NL']);
  });
});

test('without a table neither the list nor the e-mail mentions networks', async () => {
  const ada = await untold().member('untold_ada');
  await signInFrom(untold(), ada, GERMAN);
  expect(await countriesOf(ada)).toEqual([null]);
  const { text } = await untold().mail(ada.email, /A new sign-in/);
  expect(text).toContain('with Chrome on Linux. We had not seen');
  expect(text).not.toContain('registered in');
});
