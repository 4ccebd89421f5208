import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type Axe from 'axe-core';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { chromiumPath } from './chromium.ts';
import { PATIENCE } from './patience.ts';
import { largeLettersFit, titleComesFirst } from './screenShape.ts';

export const WIDE = { width: 1280, height: 900 };
export const NARROW = { width: 360, height: 740 };

declare global {
  /** Outlives the modules of a file: the files of a worker share it, and it ends with the worker. */
  var browserOfWorker: Promise<Browser> | undefined;
}

/** Where nobody looks nothing is drawn ahead of what the window shows, which is a third of all that a browser does. */
const UNSEEN = '--force-gpu-mem-available-mb=1';

const launch = async (drawn = process.env.SHOTS !== undefined): Promise<Browser> =>
  chromium.launch({
    executablePath: await chromiumPath(),
    args: ['--no-sandbox', ...(drawn ? [] : [UNSEEN])],
  });

/** What the pages keep of who has signed in. */
export type Session = { token: string; user: object };

const storageOf = (baseURL: string, { token, user }: Session) => ({
  cookies: [],
  origins: [
    {
      origin: new URL(baseURL).origin,
      localStorage: [
        { name: 'token', value: token },
        { name: 'user', value: JSON.stringify(user) },
      ],
    },
  ],
});

/** `hasTouch`: of a phone, whose screen is pressed by a finger. */
export type BrowserOptions = Pick<BrowserContextOptions, 'serviceWorkers' | 'hasTouch' | 'viewport'>;

/** ms (`npm run test:flaky -- FILE --late`): up to so late comes all that a page asks for, each answer a time of its own. */
const LATEST = Number(process.env.LATEST_ANSWER ?? 0);

const answerLate = (context: BrowserContext): Promise<unknown> =>
  context.route('**/*', async (route) => {
    await delay(Math.random() * LATEST);
    await route.continue().catch((error: Error) => {
      // the page that asked has gone meanwhile
      if (!/closed|already handled/.test(error.message)) throw error;
    });
  });

/**
 * One browser for all suites of a worker; each person gets a context, with storage and session of its own. Use it inside tests and hooks only.
 * @param drawn a browser of its own, for a suite that compares pictures: the other leaves parts of a large page blank
 */
export const useBrowser = ({
  drawn = false,
} = {}): ((
  baseUrl: string,
  session?: Session,
  options?: BrowserOptions,
) => Promise<{ context: BrowserContext; page: Page }>) => {
  let browser: Browser | undefined;
  const contexts: BrowserContext[] = [];
  beforeAll(async () => {
    if (drawn) {
      browser = await launch(true);
      return;
    }
    browser = await globalThis.browserOfWorker;
    if (browser?.isConnected()) return;
    globalThis.browserOfWorker = launch();
    browser = await globalThis.browserOfWorker;
  });
  afterAll(async () => {
    await Promise.all(contexts.map((context) => context.close()));
    if (drawn) await browser?.close();
  });
  return async (baseURL, session, options = {}) => {
    if (!browser) throw new Error('the browser is there from beforeAll on');
    const context = await browser.newContext({
      baseURL,
      viewport: WIDE,
      locale: 'en-GB',
      timezoneId: 'Europe/Amsterdam',
      reducedMotion: 'reduce',
      // what a worker answers no test could hold back, or fail
      serviceWorkers: 'block',
      ...options,
      ...(session && { storageState: storageOf(baseURL, session) }),
    });
    contexts.push(context);
    context.setDefaultTimeout(PATIENCE);
    if (LATEST > 0) await answerLate(context);
    return { context, page: await context.newPage() };
  };
};

/** The screen that is there has its heading, one that is still coming has none; and it is drawn as wide as the window is now. */
const settled = async (page: Page): Promise<void> => {
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  await page.waitForFunction(() => {
    const there = document.querySelector('h1')?.checkVisibility({ visibilityProperty: true });
    return there && document.querySelector('.skel, [aria-busy="true"]') === null;
  });
};

/** Pictures of the screens are kept when SHOTS names a folder. */
export const keepPicture = async (page: Page, name: string, width = page.viewportSize()?.width): Promise<void> => {
  const folder = process.env.SHOTS;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}-${width}.png`), fullPage: true });
};

/** Our pages have no frames, so axe runs inside the page alone, and stays in it: reading half a megabyte (the package's own entry is twice that) at every look takes as long as the checks. */
const { source } = createRequire(import.meta.resolve('@axe-core/playwright'))('axe-core/axe.min.js') as {
  source: string;
};

const RULES: Axe.RunOptions = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice'] },
  resultTypes: ['violations'],
  // Our pages play nothing; without this every check reads all style sheets again.
  preload: false,
};

type Seen = { found: string[]; beyond: number };

declare global {
  interface Window {
    axe?: typeof Axe;
    /** How what has been asked for its contrast looked then. */
    contrastAsked?: WeakMap<Element, string>;
  }
}

/** Nothing when axe is not in the page yet. At the second width contrast, half of all that axe does, is asked of what shows, or looks, otherwise there. */
const lookAt = (page: Page, second: boolean): Promise<Seen | undefined> =>
  page.evaluate(
    async ({ rules, second }) => {
      const { axe } = window;
      if (!axe) return undefined;
      await document.fonts.ready;

      window.contrastAsked ??= new WeakMap();
      const asked = window.contrastAsked;
      const fresh = new Set<Element>();
      for (const element of document.body.querySelectorAll('*')) {
        const { width, height } = element.getBoundingClientRect();
        // what is for screen readers alone is a pixel large
        if (Math.min(width, height) <= 1 || !element.checkVisibility({ visibilityProperty: true })) continue;
        const { color, backgroundColor, backgroundImage, opacity } = getComputedStyle(element);
        const look = [color, backgroundColor, backgroundImage, opacity].join();
        if (asked.get(element) !== look) fresh.add(element);
        asked.set(element, look);
      }

      const contrast = 'color-contrast';
      const runs = [await axe.run(document, { ...rules, rules: { [contrast]: { enabled: !second } } })];
      const outermost = [...fresh].filter(({ parentElement }) => !parentElement || !fresh.has(parentElement));
      if (second && outermost.length > 0)
        runs.push(await axe.run({ include: outermost }, { ...rules, runOnly: { type: 'rule', values: [contrast] } }));

      if (runs[0]!.passes.length === 0) throw new Error('axe has looked at nothing');
      const violations = runs.flatMap((run) => run.violations);
      const { scrollWidth, clientWidth } = document.documentElement;
      return {
        found: violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(' | ')}`),
        beyond: scrollWidth - clientWidth,
      };
    },
    { rules: RULES, second },
  );

const seenOn = async (page: Page, second: boolean): Promise<Seen> => {
  const seen = await lookAt(page, second);
  if (seen) return seen;
  await page.evaluate(source);
  return seenOn(page, second);
};

/** axe finds nothing on the screen as it stands, its title is its first heading, and nothing reaches beyond its edge, at 1280 and at 360 px, there with large letters too. */
export const checkScreen = async (page: Page, name: string): Promise<void> => {
  for (const size of [NARROW, WIDE]) {
    await page.setViewportSize(size);
    await settled(page);
    await keepPicture(page, name, size.width);
    const { found, beyond } = await seenOn(page, size === WIDE);
    expect(found, `axe on ${name} at ${size.width} px`).toEqual([]);
    expect(beyond, `${name} overflows at ${size.width} px by`).toBe(0);
    await titleComesFirst(page, name);
    if (size === NARROW) await largeLettersFit(page, name);
  }
};
