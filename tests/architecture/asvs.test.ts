import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { securityEvents } from '#domain/audit/securityLog.ts';

const root = path.resolve(import.meta.dirname, '../..');
const sheet = fs.readFileSync(path.join(root, 'infrastructure/asvs.md'), 'utf8');
const rows = [...sheet.matchAll(/^\| (\d+\.\d+\.\d+) \| ([^|]+) \| ([^|]+) \| ([^|]*) \|$/gm)].map(
  ([, id = '', what = '', state = '', why = '']) => ({ id, what, state, why }),
);

/** Of levels 1 and 2, by section: how many the standard has, where they are numbered without a gap up to there. */
const SECTIONS: Readonly<Record<string, number>> = {
  '1.1': 2,
  '1.2': 9,
  '1.3': 11,
  '1.4': 3,
  '1.5': 2,
  '2.1': 3,
  '2.2': 3,
  '2.3': 4,
  '2.4': 1,
  '3.2': 2,
  '3.3': 4,
  '3.4': 6,
  '3.5': 5,
  '3.7': 2,
  '4.1': 3,
  '4.2': 1,
  '4.3': 2,
  '4.4': 4,
  '5.1': 1,
  '5.2': 3,
  '5.3': 2,
  '5.4': 3,
  '6.1': 3,
  '6.2': 12,
  '6.3': 4,
  '6.4': 4,
  '6.5': 5,
  '6.6': 3,
  '6.8': 4,
  '7.1': 3,
  '7.2': 4,
  '7.3': 2,
  '7.4': 5,
  '7.5': 2,
  '7.6': 2,
  '8.1': 2,
  '8.2': 3,
  '8.3': 1,
  '8.4': 1,
  '9.1': 3,
  '9.2': 4,
  '10.1': 2,
  '10.2': 2,
  '10.3': 4,
  '10.4': 11,
  '10.5': 5,
  '10.6': 2,
  '10.7': 3,
  '11.1': 2,
  '11.2': 3,
  '11.3': 3,
  '11.4': 4,
  '11.5': 1,
  '11.6': 1,
  '12.1': 3,
  '12.2': 2,
  '12.3': 4,
  '13.1': 1,
  '13.2': 5,
  '13.3': 2,
  '13.4': 5,
  '14.1': 2,
  '14.2': 4,
  '14.3': 3,
  '15.1': 3,
  '15.2': 3,
  '15.3': 7,
  '16.1': 1,
  '16.2': 5,
  '16.3': 4,
  '16.4': 3,
  '16.5': 3,
  '17.1': 1,
  '17.2': 4,
  '17.3': 2,
};

const sourcesIn = (folder: string): string[] =>
  fs
    .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => path.join(folder, file));

test('the server uses no weak hash, cipher mode or random generator, and evaluates no text', () => {
  const server = ['application', 'domain', 'infrastructure', 'projections'].flatMap(sourcesIn);
  const naming = (files: string[], what: RegExp) =>
    files.filter((file) => what.test(fs.readFileSync(path.join(root, file), 'utf8')));
  expect(server.length).toBeGreaterThan(300);
  expect(naming(server, /create(?:Hash|Hmac)\('(?:md[45]|sha1|ripemd)|-(?:ecb|cbc|ctr)'|'rc4|Math\.random/i)).toEqual(
    [],
  );
  const evaluating = /\beval\(|new Function\(|dangerouslySetInnerHTML|\.(?:inner|outer)HTML\b|insertAdjacentHTML/;
  expect(naming([...server, ...sourcesIn('web')], evaluating)).toEqual([]);
});

test('the inventory lists exactly the files that keep a key, sign or encrypt', () => {
  const inventory = fs.readFileSync(path.join(root, 'infrastructure/crypto/inventory.md'), 'utf8');
  const named = [...inventory.matchAll(/`((?:application|infrastructure|web)\/[\w./]+\.ts)`/g)].map(([, file]) => file);
  const working =
    /create(?:Hmac|(?:C|Dec)ipheriv|PrivateKey|ECDH)|randomBytes\(|subtle\.|(?:from |import\()'(?:@node-rs\/argon2|jose|otpauth|@simplewebauthn\/server|web-push)'|\b(?:un)?seal\(/;
  const found = ['application', 'domain', 'infrastructure', 'projections', 'web']
    .flatMap(sourcesIn)
    .filter((file) => working.test(fs.readFileSync(path.join(root, file), 'utf8')));
  expect([...new Set(named)].sort()).toEqual(found.sort());
});

test('every secret value has at least 128 bits from the system’s generator', () => {
  const server = ['application', 'domain', 'infrastructure', 'projections'].flatMap(sourcesIn);
  const drawn = server.flatMap((file) =>
    [...fs.readFileSync(path.join(root, file), 'utf8').matchAll(/\brandomBytes\((\w+)\)/g)].map(([, bytes = '']) => ({
      file,
      bytes,
    })),
  );
  expect(drawn.length).toBeGreaterThan(8);
  const short = drawn.filter(({ bytes }) => !(Number(bytes) >= 16));
  expect(short.map(({ file, bytes }) => `${file} ${bytes}`).sort()).toEqual([
    'infrastructure/composition/transparency.ts 4', // the name of a log
    'infrastructure/crypto/aesGcm.ts IV_BYTES', // 96 bits, as GCM wants them
    'infrastructure/crypto/personalData.ts SALT_BYTES', // 256
    'infrastructure/postgres/embedded/cluster.ts 8', // the name of a folder
  ]);
});

test('the lock file has a hash for each package, and no download address', () => {
  const { packages } = JSON.parse(fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version?: string; integrity?: string; resolved?: string; link?: boolean }>;
  };
  const those = Object.entries(packages).filter(([name]) => name !== '');
  expect(those.length).toBeGreaterThan(300);
  const odd = those.filter(
    ([, { version, integrity, resolved, link }]) =>
      !/^\d+\.\d+\.\d+/.test(version ?? '') || !integrity?.startsWith('sha512-') || resolved !== undefined || link,
  );
  expect(odd.map(([name]) => name)).toEqual([]);
});

test('password fields allow pasting and password managers', () => {
  const asking = sourcesIn('web')
    .map((file) => ({ file, text: fs.readFileSync(path.join(root, file), 'utf8') }))
    .filter(({ text }) => /["']password["']/.test(text) && /<(?:Input|input)\b/.test(text));
  expect(asking.length).toBeGreaterThan(4);
  for (const { file, text } of asking) {
    expect(text, file).toMatch(/(?:current|new)-password/);
    expect(text, file).not.toMatch(/onPaste|onCopy|autoComplete="off"/);
  }
});

test('the list of logged events contains every security event', () => {
  const inventory = fs.readFileSync(path.join(root, 'infrastructure/observability/logs.md'), 'utf8');
  for (const type of Object.keys(securityEvents)) expect(inventory).toContain(`\`${type}\``);
});

describe('the ASVS sheet', () => {
  test('lists each requirement of its chapters once, in order', () => {
    const wanted = Object.entries(SECTIONS).flatMap(([section, count]) =>
      Array.from({ length: count }, (_, index) => `${section}.${index + 1}`),
    );
    expect(rows.map(({ id }) => id)).toEqual(wanted);
  });

  test.each(rows)('$id names an existing test, or says why there is none', ({ state, why }) => {
    expect(['met', 'not applicable', 'open']).toContain(state);
    expect(why).not.toBe('');
    const [, file] = /^`(tests\/[^`]+\.test\.tsx?)`/.exec(why) ?? [];
    if (state === 'met') expect(file && fs.existsSync(path.join(root, file)), why).toBe(true);
    else expect(file).toBeUndefined();
  });
});
