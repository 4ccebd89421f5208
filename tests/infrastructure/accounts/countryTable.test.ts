import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Reader } from 'mmdb-lib';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { MINUTE } from '#domain/shared/instants.ts';
import { openCountryTable } from '#infrastructure/accounts/countryTable.ts';
import { networkOf } from '#infrastructure/http/rateLimits.ts';
import { ConfigurationError } from '#infrastructure/system/startFailure.ts';
import { countryTable } from '#tests/support/countryTable.ts';

const folder = mkdtempSync(join(tmpdir(), 'reliquary-countries-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const path = join(folder, 'countries.mmdb');
let logged: string[];
let now: number;
const note = (...said: unknown[]) => void logged.push(String(said[1]));
const log = { warn: note, info: note };
beforeEach(() => {
  logged = [];
  now = 1_764_000_000_000;
});

const given = async (content: Buffer) => {
  writeFileSync(path, content);
  return openCountryTable(path, { log, now: () => now });
};
const from = (address: string) => networkOf(address);

const GERMAN = { country: { iso_code: 'DE', names: { en: 'Germany' } } };
const TABLE = countryTable({
  '10.0.0.0/8': GERMAN,
  '81.2.69.0/24': { ...GERMAN, registered_country: { iso_code: 'GB' } },
  '85.214.0.0/15': GERMAN,
  '86.0.0.0/16': { country_code: 'NL' },
  '87.0.0.0/16': { country: 'France', country_code: 'FR' },
  '88.0.0.0/16': { country: 'ES' },
  '89.0.0.0/16': { country: { iso_code: 'EU' } },
  '90.0.0.0/16': { country: { names: { en: 'Nowhere' } } },
  '2a02:2e0::/32': { country: { iso_code: 'SE' } },
});

test('the test table is readable by the real library', () => {
  const reader = new Reader(TABLE);
  expect(reader.metadata).toMatchObject({ databaseType: 'Test-Country', ipVersion: 6, recordSize: 24 });
  expect(reader.getWithPrefixLength('85.215.255.255')).toEqual([GERMAN, 15]);
  expect(reader.getWithPrefixLength('2a02:2e0:3fe::1')).toEqual([{ country: { iso_code: 'SE' } }, 32]);
  expect(reader.get('85.216.0.0')).toBeNull();
});

describe('the country of a network', () => {
  test.each([
    ['85.214.1.2', 'DE', 'where it is used, where the table says no more'],
    ['81.2.69.160', 'GB', 'where it is registered goes before that'],
    ['::ffff:81.2.69.160', 'GB', 'as a socket of IPv6 says it'],
    ['86.0.3.4', 'NL', 'as iptoasn says it'],
    ['87.0.3.4', 'FR', 'as IPinfo says it'],
    ['88.0.3.4', 'ES', 'as IPinfo said it'],
    ['2a02:2e0:3fe:1001:302::', 'SE', 'IPv6'],
    ['2a02:2e0::1', 'SE', 'IPv6, mostly zeros'],
    ['89.0.3.4', null, 'a union is no country'],
    ['90.0.3.4', null, 'a name is no code'],
    ['91.0.3.4', null, 'the table does not know it'],
    ['10.1.2.3', null, 'private, whatever the table says'],
    ['127.0.0.1', null, 'this machine'],
    ['::1', null, 'this machine'],
    ['fd00::1', null, 'private'],
    ['', null, 'nobody knows'],
    ['elsewhere', null, 'no address'],
  ])('%s: %s (%s)', async (address, country, _why) => {
    expect(await (await given(TABLE)).of(from(address))).toBe(country);
    expect(logged).toEqual([]);
  });
});

test('an IPv4-only table returns nothing for IPv6, whose bits it would misread', async () => {
  const countries = await given(countryTable({ '42.0.0.0/8': GERMAN, '85.214.0.0/15': GERMAN }, { ipVersion: 4 }));
  expect(await countries.of('85.214.1.2')).toBe('DE');
  expect(await countries.of(from('2a02:2e0:3fe:1001:302::'))).toBeNull();
});

describe('refuses the start and names the setting', () => {
  const line =
    /^COUNTRIES_FILE \(.*countries\.mmdb\) must be a whole table of countries in the format of MaxMind, \.mmdb$/;
  const refused = async (content: Buffer) => {
    const opened = given(content);
    await expect(opened).rejects.toBeInstanceOf(ConfigurationError);
    await expect(opened).rejects.toThrow(line);
  };
  const treeOf = (content: Buffer) => new Reader(content).metadata.searchTreeSize;

  test('if there is no file', async () => {
    const opened = openCountryTable(join(folder, 'none.mmdb'), { log });
    await expect(opened).rejects.toThrow(/^COUNTRIES_FILE \(.*none\.mmdb\) cannot be read: ENOENT$/);
    await expect(opened).rejects.toBeInstanceOf(ConfigurationError);
  });
  test('if it is a folder', () => expect(openCountryTable(folder, { log })).rejects.toThrow(/cannot be read: EISDIR$/));
  test('if the file is empty', () => refused(Buffer.alloc(0)));
  test('if the file is text', () => refused(Buffer.from('network,country\n85.214.0.0/15,DE\n'.repeat(40))));
  test('if the table was cut off', () => refused(TABLE.subarray(0, TABLE.length - 200)));
  test('if the table lacks its beginning', () => refused(TABLE.subarray(100)));
  test('if a part in the middle is missing', () => refused(Buffer.concat([TABLE.subarray(0, 60), TABLE.subarray(90)])));
  test('if the table was overwritten', () =>
    refused(Buffer.concat([TABLE.subarray(0, treeOf(TABLE) + 16), Buffer.alloc(400, 0xff), TABLE.subarray(-210)])));
  test('if the tree does not end where the header says', () => {
    const content = Buffer.from(TABLE);
    content[treeOf(TABLE) + 7] = 1;
    return refused(content);
  });
  test('if the format is newer', () => {
    const content = Buffer.from(TABLE);
    const key = 'binary_format_major_version';
    const version = content.indexOf(key) + key.length + 4;
    expect(content[version]).toBe(2);
    content[version] = 3;
    return refused(content);
  });
  test('if the table holds only IPv6', () => refused(countryTable({ '2a02:2e0::/32': GERMAN })));
  test('if the table holds something else', () =>
    refused(countryTable({ '85.214.0.0/15': { autonomous_system_number: 6724 } }, { type: 'Test-ASN' })));
  test('if the table is empty', () => refused(countryTable({})));
});

describe('a replaced table', () => {
  const OTHER = countryTable({ '85.214.0.0/15': { country: { iso_code: 'AT' } } });
  const replace = (content: Buffer) => {
    writeFileSync(path, content);
    utimesSync(path, new Date(now / 1000), new Date(2_000_000_000_000 + now));
  };
  const ask = '85.214.1.2';

  test('is loaded a minute after the last check', async () => {
    const countries = await given(TABLE);
    replace(OTHER);
    now += MINUTE - 1;
    expect(await countries.of(ask)).toBe('DE');
    now += 1;
    expect(await countries.of(ask)).toBe('AT');
    expect(logged).toEqual(['a new country table was loaded']);
  });

  test('is ignored and logged once if it is invalid', async () => {
    const countries = await given(TABLE);
    replace(Buffer.from('half of a download'));
    for (let minute = 1; minute <= 3; minute++) {
      now += MINUTE;
      expect(await countries.of(ask)).toBe('DE');
    }
    expect(logged).toEqual(['the country table could not be reloaded; the previous one stays']);
    replace(OTHER);
    now += MINUTE;
    expect(await countries.of(ask)).toBe('AT');
  });

  test('is not read if nothing changed', async () => {
    const countries = await given(TABLE);
    now += MINUTE;
    expect(await countries.of(ask)).toBe('DE');
    expect(logged).toEqual([]);
  });
});
