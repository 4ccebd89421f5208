import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { afterAll, expect, test } from 'vitest';
import { LARGEST_ZIP } from '#application/transparency/bundle/readBundle.ts';
import { keyText } from '#application/transparency/signedNote.ts';
import { aBundle, written } from '#tests/application/transparency/bundle/aBundle.ts';
import { runProgram } from '#tests/support/commandLine.ts';
import { aLog, chained, otherSigner, STREAM } from '#tests/web/transparency/aLog.ts';

/** Runs `npm run verify` as a program: output and exit code. */

const folder = mkdtempSync(join(tmpdir(), 'reliquary-verify-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const EVENTS = chained(STREAM, written());
const LOG = aLog(EVENTS);
const KEY = keyText(LOG.signer.key);
const [WITNESS = ''] = LOG.state('').witnesses;

const kept = (name: string, content: Uint8Array): string => {
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
};
const bundled = async (name: string, { facts: events = EVENTS, cosigned = true } = {}) =>
  kept(
    name,
    zipSync(
      Object.fromEntries(
        aBundle({
          facts: events,
          log: LOG,
          size: EVENTS.length,
          head: await LOG.head(EVENTS.length, { cosigned }),
          index: { logKey: KEY, witnesses: cosigned ? [WITNESS] : [] },
        }),
      ),
    ),
  );
const verify = (...words: string[]) => runProgram('verifyBundle', words, {});

test('exits with 0 and says so when everything holds', async () => {
  const { code, output } = await verify(await bundled('sound.zip'), KEY, '--witness', WITNESS);
  expect(output).not.toMatch(/DOES NOT HOLD|IN DOUBT/);
  expect(output).toContain('holds          7 events are in the log as they were written.\n');
  expect(output).toContain('holds          The witness mill.example, whose key you gave, has signed this head.\n');
  expect(output).toMatch(/\nSale TX7K2M9QPD: 7 of 7 events are proven, 0 are withheld\.\n$/);
  expect(code).toBe(0);
});

test('exits with 1 when something does not hold', async () => {
  const cut = await verify(await bundled('cut.zip', { facts: EVENTS.slice(0, -1) }), KEY);
  expect(cut.output).toContain(
    `DOES NOT HOLD  Revision 6 of ${STREAM} is not in this bundle. The history was sealed up to revision 6.\n`,
  );
  expect(cut.code).toBe(1);
  const foreign = await verify(await bundled('foreign.zip'), keyText(otherSigner.key));
  expect([foreign.code, foreign.output]).toEqual([1, expect.stringContaining('not signed with the key that you gave')]);
});

test('exits with 3 when something rests on the operator’s word', async () => {
  const alone = await bundled('alone.zip', { cosigned: false });
  const { code, output } = await verify(alone, KEY);
  expect(output).toContain('IN DOUBT       No witness has signed this head');
  expect(code).toBe(3);
  expect(await verify(alone, KEY, `--witness=${WITNESS}`)).toMatchObject({
    code: 3,
    output: expect.stringContaining('IN DOUBT       The witness mill.example has not signed this head'),
  });
});

test('exits with 2 and one sentence when there is nothing to check', async () => {
  const large = kept('large.zip', new Uint8Array(1));
  truncateSync(large, LARGEST_ZIP + 1);
  const said = await Promise.all(
    [
      join(folder, 'nowhere.zip'),
      folder,
      kept('empty.zip', new Uint8Array()),
      kept('text.zip', Buffer.from('hello')),
      large,
    ].map((file) => verify(file)),
  );
  expect(said).toEqual(
    [
      `${join(folder, 'nowhere.zip')} cannot be read.`,
      `${folder} cannot be read.`,
      'This file is empty.',
      'This file is not a zip, or it is damaged.',
      'This file is larger than any bundle, so it is not read.',
    ].map((sentence) => ({ code: 2, output: `${sentence}\n` })),
  );
  const usage = { code: 2, output: expect.stringMatching(/^npm run verify -- FILE\.zip \[KEY\] \[--witness KEY …\]/) };
  expect([await verify(), await verify('a.zip', 'key', 'more'), await verify('a.zip', '--nothing')]).toEqual([
    usage,
    usage,
    usage,
  ]);
});
