import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Browser, chromium, type Page } from 'playwright-core';
import { chromiumPath } from '../support/chromium.ts';

/** How much JavaScript each first page of a new browser brings, gzip; aim at 130 kB. Against the built server with its demo marketplace. */
const MEMBER = { email: 'elena@reliquary.example', password: 'Reliquary-demo1!' };
const OPEN = ['/', '/about', '/faq', '/terms', '/login', '/register', '/forgot-password'];
const SIGNED_IN = ['/listings', '/listings/my-listings', '/messages', '/dashboard', '/transactions', '/settings'];

/** ms: what comes by itself once the page stands, the region of messages, is told apart. */
const LATER = 3_000;

const dataDir = mkdtempSync(join(tmpdir(), 'pages-bench-'));
chmodSync(dataDir, 0o755);

const start = (): Promise<{ server: ChildProcess; url: string }> =>
  new Promise((resolve, reject) => {
    const env = { ...process.env, PORT: '0', DATA_DIR: dataDir, DEMO: '1', RATE_LIMITS: 'off', LOG_LEVEL: 'error' };
    const server = spawn(process.execPath, ['dist/server/infrastructure/main.js'], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    server.stdout?.on('data', (chunk: Buffer) => {
      const url = /open at (http:\S+)/.exec(chunk.toString())?.[1];
      if (url) resolve({ server, url });
    });
    server.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });

const kilobytes = (bytes: number): string => (bytes / 1_000).toFixed(1).padStart(7);

type Weight = { first: number; later: number; files: number; heaviest: string };

/** In a context of its own, so that nothing is cached. */
const weigh = async (browser: Browser, url: string, path: string, signIn?: (page: Page) => Promise<void>) => {
  const context = await browser.newContext({ baseURL: url });
  if (signIn) {
    const page = await context.newPage();
    await signIn(page);
    await page.close();
  }
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  await client.send('Network.setCacheDisabled', { cacheDisabled: true });
  const scripts: { name: string; bytes: Promise<number> }[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (!pathname.endsWith('.js')) return;
    const name = pathname.replace(/^.*\/(.+)-[\w-]{8}\.js$/, '$1');
    scripts.push({ name, bytes: response.body().then((body) => gzipSync(body).length) });
  });
  await page.goto(path);
  await page.locator('h1').first().waitFor();
  await page.waitForFunction(() => document.querySelector('.skel') === null);
  const sum = async () => {
    const weighed = await Promise.all(scripts.map(async ({ name, bytes }) => ({ name, bytes: await bytes })));
    weighed.sort((one, other) => other.bytes - one.bytes);
    return { weighed, total: weighed.reduce((total, { bytes }) => total + bytes, 0) };
  };
  const first = await sum();
  await page.waitForTimeout(LATER);
  const all = await sum();
  await context.close();
  const weight: Weight = {
    first: first.total,
    later: all.total - first.total,
    files: first.weighed.length,
    heaviest: first.weighed
      .slice(0, 6)
      .map(({ name, bytes }) => `${name} ${Math.round(bytes / 1_000)}`)
      .join(', '),
  };
  return weight;
};

const { server, url } = await start();
const browser = await chromium.launch({ executablePath: await chromiumPath(), args: ['--no-sandbox'] });
const signIn = async (page: Page) => {
  await page.goto('/login');
  await page.getByLabel('Email').fill(MEMBER.email);
  await page.getByLabel('Password', { exact: true }).fill(MEMBER.password);
  await page.getByRole('button', { name: 'Access System' }).click();
  await page.waitForURL('**/listings');
};
try {
  const { listings } = (await (await fetch(`${url}/api/listings`)).json()) as { listings: { _id: string }[] };
  const listing = listings[0]?._id;
  console.log('kB gzip                         first   later  files');
  const print = (path: string, { first, later, files, heaviest }: Weight) =>
    console.log(
      `${path.slice(0, 28).padEnd(28)} ${kilobytes(first)} ${kilobytes(later)} ${String(files).padStart(5)}  ${heaviest}`,
    );
  for (const path of [...OPEN, ...(listing ? [`/public/listings/${listing}`] : [])])
    print(path, await weigh(browser, url, path));
  console.log('signed in');
  for (const path of [...SIGNED_IN, ...(listing ? [`/listings/${listing}`] : [])])
    print(path, await weigh(browser, url, path, signIn));
} finally {
  await browser.close();
  server.removeAllListeners('exit');
  server.kill();
  await new Promise((resolve) => server.once('exit', resolve));
  rmSync(dataDir, { recursive: true, force: true });
}
