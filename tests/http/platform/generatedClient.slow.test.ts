import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, photo, useMarketplace } from '#tests/support/marketplace.ts';

const market = useMarketplace();
const run = promisify(execFile);
const root = fileURLToPath(new URL('../../..', import.meta.url));
const node = (program: string, ...rest: string[]) =>
  run(process.execPath, [join(root, 'node_modules', program), ...rest]);

/** Inside the project, so that the client finds its runtime. */
let folder: string;
beforeAll(async () => {
  mkdirSync(join(root, 'dist'), { recursive: true });
  folder = mkdtempSync(join(root, 'dist', 'client-'));
  const { body } = await market().client().get('openapi.json');
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(body));
  await node('oazapfts/dist/cli.js', join(folder, 'openapi.json'), join(folder, 'reliquary.ts'));
  copyFileSync(join(root, 'tests/http/platform/client/sale.ts'), join(folder, 'sale.ts'));
  // the generated code passes `strict`, but not this extra option
  const compilerOptions = { types: ['node'], exactOptionalPropertyTypes: false };
  const config = { extends: join(root, 'tsconfig.json'), compilerOptions, include: ['*.ts'], exclude: [] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The compiler’s output. */
const compiled = (): Promise<string> =>
  node('typescript/bin/tsc', '-p', folder).then(
    ({ stdout }) => stdout,
    ({ stdout }) => stdout,
  );

test('compiles a client generated from the document, with a script of a sale', async () => {
  expect(await compiled()).toBe('');
  writeFileSync(
    join(folder, 'wrong.ts'),
    `import { rateSeller } from './reliquary.ts';\nrateSeller('x', { rating: 5 });\n`,
  );
  expect(await compiled()).toContain('transactionId');
  rmSync(join(folder, 'wrong.ts'));
});

test('completes a sale through the generated client, from registration with photos to the rating', async () => {
  const { sell } = await import(/* @vite-ignore */ join(folder, 'sale.ts'));
  const sold = await sell({
    url: market().url,
    photo: new Blob([new Uint8Array(await photo())], { type: 'image/jpeg' }),
    verificationToken: (email: string) => market().tokenFrom(email, 'verify-email'),
    pay: async (checkoutUrl: string) => {
      await market().pay(checkoutUrl);
      await market().settle();
    },
    passDays: market().passDays,
    until: eventually,
  });
  expect(sold).toEqual({
    photos: 2,
    hasPicture: true,
    evidence: 1,
    toSeller: expect.any(Number),
    review: expect.objectContaining({ rating: 5, text: 'Just as described.' }),
    refused: 'alreadyReviewed',
  });
});
