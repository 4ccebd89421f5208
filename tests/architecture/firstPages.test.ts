import fs from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const built = path.join(root, 'dist/web');

type Chunk = { file: string; name?: string; imports?: string[] };
const manifest: Record<string, Chunk> = JSON.parse(fs.readFileSync(path.join(built, '.vite/manifest.json'), 'utf8'));

/** kB gzip of all that the modules need before they show anything; what they ask for later is not in it. */
const weightOf = (modules: readonly string[]): number => {
  const needed = new Set<string>();
  const need = (name: string): void => {
    if (needed.has(name)) return;
    needed.add(name);
    const chunk = manifest[name];
    if (!chunk) throw new Error(`${name} is not in the build`);
    for (const other of chunk.imports ?? []) need(other);
  };
  modules.forEach(need);
  const files = [...needed].map((name) => manifest[name]!.file).filter((file) => file.endsWith('.js'));
  return files.reduce((sum, file) => sum + gzipSync(fs.readFileSync(path.join(built, file))).length, 0) / 1_000;
};

/** Each screen that a route leads to, and so each that can be somebody's first. */
const SCREENS = fs
  .readdirSync(path.join(root, 'web'), { recursive: true, encoding: 'utf8' })
  .filter((file) => /\/(r|memberR)outes\.tsx$|^staffDesk\.tsx$/.test(file))
  .flatMap((file) => {
    const source = fs.readFileSync(path.join(root, 'web', file), 'utf8');
    const imported = [...source.matchAll(/import\('\.\/([^']+)'\)/g)].map(([, screen]) => screen);
    return [...new Set(imported)].map((screen) => path.posix.join(path.dirname(file), screen!));
  });

const VISITORS =
  /^(accounts\/components\/(?!settings|people|roles)|help\/(About|Faq|Terms|process\/HowASaleRuns)\.|listings\/components\/(Home|detail\/PublicListing|seller\/Seller)\.)/;
/** The group of vite.config.ts with the routes and the frame of the signed-in pages and the bell in it. */
const FRAME = Object.keys(manifest).filter((key) => manifest[key]!.name === 'member');

const STAFF =
  /^((accounts\/components\/(people|roles)|moderation\/components\/desk|transactions\/components\/cases))\//;
/** The routes of those who work here, which come when one of them is gone to. */
const deskOf = (screen: string): string[] => {
  const desk = screen.startsWith('audit/') ? 'audit' : STAFF.test(screen) ? 'staff' : undefined;
  return desk ? [`${desk}Desk.tsx`] : [];
};

/** Of members. */
const BOUND = 140;
/** Of who is not signed in. */
const VISITORS_BOUND = 120;

test('finds the screens of visitors and members', () => {
  expect(SCREENS).toEqual(
    expect.arrayContaining([
      'listings/components/Home.tsx',
      'accounts/components/Login.tsx',
      'transactions/components/cases/queue/Queue.tsx',
    ]),
  );
  expect(SCREENS.length).toBeGreaterThan(30);
  expect(FRAME).toHaveLength(1);
});

test('the page names the members’ code, so a signed-in browser loads it at once', () => {
  const page = fs.readFileSync(path.join(built, 'index.html'), 'utf8');
  expect(page).toContain(`data-members="/${manifest[FRAME[0]!]!.file}"`);
});

/** The settings ask at once for the panel of the tab that the address names. */
const PANELS = ['ProfileSettings', 'SellerAccount', 'ShippingPreferences', 'Security'].map(
  (panel) => `accounts/components/settings/${panel}.tsx`,
);

test.each(PANELS)('settings opened with %s load no more than other pages', (panel) => {
  expect(weightOf(['index.html', 'accounts/components/settings/Settings.tsx', panel, ...FRAME])).toBeLessThanOrEqual(
    BOUND,
  );
});

test.each(SCREENS)('the first page %s stays within its JavaScript budget', (screen) => {
  const ofVisitors = VISITORS.test(screen);
  const modules = ['index.html', screen, ...(ofVisitors ? [] : FRAME), ...deskOf(screen)];
  expect(weightOf(modules)).toBeLessThanOrEqual(ofVisitors ? VISITORS_BOUND : BOUND);
});
