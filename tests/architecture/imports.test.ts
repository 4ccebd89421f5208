import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const FORBIDDEN: [file: string, imported: string][] = [
  ['tests/web/x.ts', '@fast-check/vitest'],
  ['domain/shared/x.ts', 'express'],
  ['domain/shared/x.ts', 'node:crypto'],
  ['domain/shared/x.ts', '#application/streams/journal.ts'],
  ['domain/shared/x.ts', '../../application/streams/journal.ts'],
  ['application/x.ts', '#infrastructure/system/ids.ts'],
  ['application/x.ts', '../projections/engine/projection.ts'],
  ['application/policies/x.ts', 'bullmq'],
  ['application/transparency/x.ts', 'node:crypto'],
  ['application/transparency/x.ts', '../journal.ts'],
  ['projections/x.ts', '#application/streams/command.ts'],
  ['projections/x.ts', '#infrastructure/system/ids.ts'],
  ['infrastructure/http/x.ts', '#web/main.tsx'],
  ['infrastructure/http/endpoints/x.ts', 'knex'],
  ['infrastructure/http/endpoints/x.ts', '#tests/support/postgres.ts'],
  ['infrastructure/http/x.ts', '#tests/support/postgres.ts'],
  ['web/ui/x.ts', '#application/streams/command.ts'],
  ['web/ui/x.ts', '#projections/engine/projection.ts'],
  ['web/listings/x.ts', '../transactions/sale.ts'],
  ['web/transactions/x.ts', '../../conversations/sale.ts'],
];
const ALLOWED: [file: string, imported: string][] = [
  ['domain/shared/x.ts', './money.ts'],
  ['domain/shared/x.ts', '../listings/events.ts'],
  ['domain/shared/x.ts', 'zod'],
  ['domain/transactions/x.ts', 'xstate'],
  ['application/x.ts', '#domain/shared/money.ts'],
  ['application/transparency/x.ts', './bytes.ts'],
  ['application/transparency/x.ts', '../ports/eventStore.ts'],
  ['projections/x.ts', 'knex'],
  ['projections/x.ts', '#application/ports/eventCodec.ts'],
  ['infrastructure/http/x.ts', '#projections/engine/projection.ts'],
  ['web/listings/x.ts', '../ui/money.ts'],
  ['web/listings/x.ts', '#application/contract/listings.ts'],
];
const FORMS: [file: string, allowed: boolean][] = [
  ['web/ui/Form.tsx', true],
  ['web/ui/Search.tsx', false],
  ['web/accounts/components/settings/NewCard.tsx', false],
  ['web/staff/desk/Decision.tsx', false],
];
const SENTENCES = 'tests/architecture/termsInWords.grit';
const TYPED: [file: string, source: string][] = [
  ['web/ui/x.ts', "'Escrow runs 12 days.'"],
  ['web/transactions/x.ts', "'The clock runs on with at least 74 hours left.'"],
  ['web/listings/x.ts', "'You have one hour.'"],
  ['web/listings/x.ts', "'In the last three days it can be paused.'"],
  ['infrastructure/mail/x.ts', "'Refunds take 5 to 7 business days.'"],
  ['infrastructure/http/x.ts', "{ message: 'The payment window of 30 minutes is over' }"],
  ['domain/notifications/x.ts', `(item: string) => \`Please ship \${item} within 4 days.\``],
  ['projections/transactions/cases/x.ts', "'The money has been held for 75 days'"],
  ['web/ui/x.ts', "'Escrow runs fourteen days.'"],
  ['web/ui/x.ts', "'The money is held for sixty days'"],
  ['web/ui/x.ts', "'The money is held for a hundred days'"],
  ['web/ui/x.ts', "'You can cancel for thirty seconds'"],
  ['web/ui/x.ts', "'You can complain for six months'"],
  ['web/ui/x.ts', "'Escrow runs 12 calendar days.'"],
  ['web/ui/x.ts', "'Escrow runs twelve full days.'"],
  ['web/ui/x.ts', "'Escrow of 12 d, then 74 h'"],
  ['web/ui/x.ts', "'12 d and some minutes'"],
  ['web/ui/x.ts', "'Open for 74h.'"],
  ['domain/notifications/x.ts', "'mailed after a quarter of an hour unread'"],
  ['domain/notifications/x.ts', "'it may be free again within a day'"],
  ['domain/notifications/x.ts', "'it may be free again within the hour'"],
  ['infrastructure/http/x.ts', "'Please ask again in half a minute'"],
  ['infrastructure/http/x.ts', "'They are sealed within a minute.'"],
  ['infrastructure/http/x.ts', "'The same one for a month.'"],
  ['infrastructure/http/x.ts', "'Your account is deleted after a full year.'"],
  ['infrastructure/http/x.ts', "'A reminder comes a day before the end.'"],
  ['web/help/x.ts', `(end: string) => \`Until \${end}, or a day later.\``],
  ['web/help/x.ts', `\`Escrow runs \${14} days.\``],
];
const IN_MARKUP = [
  '<p>Escrow runs 12 days.</p>',
  '<p>\n  or the 12\n  days end\n</p>',
  '<p title="within 96 hours">When?</p>',
  '<p>It runs {1}, at most 14 days.</p>',
  '<p>Escrow runs {14} days</p>',
  '<p>Escrow runs {14} business days</p>',
  "<p>Escrow runs {14}{' '}days</p>",
  '<p title="asked again within a minute">When?</p>',
];
const DERIVED: [file: string, source: string][] = [
  ['web/ui/x.ts', `(days: string) => \`Escrow runs \${days}.\``],
  ['web/ui/x.ts', "'It is open for some days; 12 people look at it.'"],
  ['web/ui/x.ts', "'Escrow counts from the day of the shipment, after the day of payment.'"],
  ['web/ui/x.ts', "'Payouts go out on a business day, once a day, at an hour of their own.'"],
  ['web/ui/x.ts', "'Day by day, or on any other day; a second person confirms.'"],
  ['web/ui/x.ts', "'For a second look, try again in a moment.'"],
  ['web/ui/x.ts', "'One 3D print, of 12 d20 dice'"],
  ['web/ui/x.ts', "'M6 16a6 6 0 0 1 12 0v5l1.5 2h-15zM10 20.5h4'"],
  ['web/ui/x.ts', `(weeks: number) => \`\${weeks} weeks\``],
  ['web/help/terms.ts', "'Escrow lasts 12 days.'"],
  ['web/help/questions.ts', "'For 12 days from the day of the shipment.'"],
];
const IMPURE = ['new Date()', 'Date.now()', 'Math.random()', 'process.env.PORT', 'crypto.randomUUID()', 'fetch("/")'];

/** The rules apply by path, so a copy of the configuration is asked about files that each break, or keep, one of them. */
let project: string;
let report: string;

const name = (file: string, text: string) =>
  /\bx\.ts$/.test(file) ? file.replace('x.ts', `case_${Buffer.from(text).toString('hex').slice(0, 120)}.ts`) : file;
const markupFile = (markup: string) => `web/ui/case_${Buffer.from(markup).toString('hex').slice(0, 60)}.tsx`;
const importing = (imported: string) => `import { thing } from '${imported}';\nexport const x = thing;\n`;

beforeAll(() => {
  project = fs.mkdtempSync(path.join(os.tmpdir(), 'reliquary-rules-'));
  const put = (file: string, content: string) => {
    fs.mkdirSync(path.dirname(path.join(project, file)), { recursive: true });
    fs.writeFileSync(path.join(project, file), content);
  };
  const { $schema, vcs, ...configuration } = JSON.parse(fs.readFileSync(path.join(root, 'biome.json'), 'utf8'));
  put('biome.json', JSON.stringify(configuration));
  for (const plugin of ['tests/architecture/purity.grit', SENTENCES])
    put(plugin, fs.readFileSync(path.join(root, plugin), 'utf8'));
  for (const [file, imported] of [...FORBIDDEN, ...ALLOWED]) put(name(file, imported), importing(imported));
  for (const expression of IMPURE)
    put(name('domain/shared/x.ts', expression), `export const x = () => ${expression};\n`);
  for (const [file, source] of [...TYPED, ...DERIVED]) put(name(file, source), `export const x = ${source};\n`);
  for (const markup of IN_MARKUP) put(markupFile(markup), `export const X = () => (${markup});\n`);
  for (const [file] of FORMS) put(file, 'export const X = () => <form />;\n');
  const biome = path.join(root, 'node_modules/@biomejs/biome/bin/biome');
  report = spawnSync(process.execPath, [biome, 'lint', '--reporter=github', '--max-diagnostics=none', project], {
    cwd: project,
    encoding: 'utf8',
  }).stdout;
});

afterAll(() => fs.rmSync(project, { recursive: true }));

const complaints = (file: string, text: string) =>
  report.split('\n').filter((line) => line.includes(`/${name(file, text)},`));

test.each(FORBIDDEN)('%s may not import %s', (file, imported) => {
  expect(complaints(file, imported).join()).toContain('noRestrictedImports');
});

test.each(ALLOWED)('%s may import %s', (file, imported) => {
  expect(complaints(file, imported).join()).not.toContain('noRestrictedImports');
});

test.each(FORMS)('%s may have a form of its own: %s [D1-240]', (file, allowed) => {
  const complaint = report.split('\n').find((line) => line.includes(file) && line.includes('noRestrictedElements'));
  expect(complaint === undefined).toBe(allowed);
});

test.each(IMPURE)('the domain may not use %s [L-023]', (expression) => {
  expect(complaints('domain/shared/x.ts', expression).join()).toContain('The domain has no clock');
});

const COMPLAINT = 'A length of time in a sentence comes from the policy';

test.each(TYPED)('a sentence in %s may not say %s', (file, source) => {
  expect(complaints(file, source).join()).toContain(COMPLAINT);
});

test.each(IN_MARKUP)('a page may not say %s', (markup) => {
  const complaint = report.split('\n').filter((line) => line.includes(markupFile(markup)));
  expect(complaint.join()).toContain(COMPLAINT);
});

test.each(DERIVED)('a sentence in %s may say %s', (file, source) => {
  expect(complaints(file, source).join()).not.toContain(COMPLAINT);
});
