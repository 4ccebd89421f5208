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
import { isFirstTier } from './tier.ts';

export const WIDE = { width: 1280, height: 900 };
export const NARROW = { width: 360, height: 740 };

declare global {
  /** Outlives the modules of a file: files of a worker share it, and it ends with the worker. */
  var browserOfWorker: Promise<Browser> | undefined;
}

/** Turns off drawing ahead of the visible part, which costs a third of the CPU. */
const UNSEEN = '--force-gpu-mem-available-mb=1';

const launch = async (drawn = process.env.SHOTS !== undefined): Promise<Browser> =>
  chromium.launch({
    executablePath: await chromiumPath(),
    args: ['--no-sandbox', ...(drawn ? [] : [UNSEEN])],
  });

/** What pages store about the signed-in user. */
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

/** `hasTouch`: emulates a touch screen. */
export type BrowserOptions = Pick<BrowserContextOptions, 'serviceWorkers' | 'hasTouch' | 'viewport'>;

/** ms (`npm run test:flaky -- FILE --late`): maximum random delay of each response. */
const LATEST = Number(process.env.LATEST_ANSWER ?? 0);

const answerLate = (context: BrowserContext): Promise<unknown> =>
  context.route('**/*', async (route) => {
    await delay(Math.random() * LATEST);
    await route.continue().catch((error: Error) => {
      // the page that asked has closed meanwhile
      if (!/closed|already handled/.test(error.message)) throw error;
    });
  });

/**
 * One browser for all suites of a worker; each person gets a context. Use it inside tests and hooks only. @param
 * drawn a separate browser for picture comparisons: the shared one leaves parts of large pages blank
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
      // tests cannot delay or fail responses of a service worker
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

/** Waits for the heading, which a loading screen lacks, and for layout at the current width. */
const settled = async (page: Page): Promise<void> => {
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  await page.waitForFunction(() => {
    const there = document.querySelector('h1')?.checkVisibility({ visibilityProperty: true });
    return there && document.querySelector('.skel, [aria-busy="true"]') === null;
  });
};

/** Saves screenshots if SHOTS names a folder. */
export const keepPicture = async (page: Page, name: string, width = page.viewportSize()?.width): Promise<void> => {
  const folder = process.env.SHOTS;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}-${width}.png`), fullPage: true });
};

/**
 * Our pages have no frames, so axe is injected once per page: loading half a megabyte for every check takes as long
 * as the check.
 */
const { source } = createRequire(import.meta.resolve('@axe-core/playwright'))('axe-core/axe.min.js') as {
  source: string;
};

const RULES: Axe.RunOptions = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice'] },
  resultTypes: ['violations'],
  // Our pages play no media; without this, each check reads all style sheets again.
  preload: false,
};

type Seen = { found: string[]; beyond: number };

declare global {
  interface Window {
    axe?: typeof Axe;
    /** The appearance of elements when their contrast was checked. */
    contrastAsked?: WeakMap<Element, string>;
  }
}

/**
 * Undefined if axe is not in the page yet. At the second width, contrast (half of the work) is only checked for
 * elements that changed.
 */
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
        // text for screen readers only is one pixel large
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

/**
 * Requires that axe finds nothing, the title is the first heading, and nothing overflows at 1280 and 360 px, the
 * latter also with large text. The first tier looks at 360 px only.
 */
export const checkScreen = async (page: Page, name: string): Promise<void> => {
  for (const size of isFirstTier ? [NARROW] : [NARROW, WIDE]) {
    await page.setViewportSize(size);
    await settled(page);
    await keepPicture(page, name, size.width);
    const { found, beyond } = await seenOn(page, size === WIDE);
    expect(found, `axe on ${name} at ${size.width} px`).toEqual([]);
    expect(beyond, `${name} overflows at ${size.width} px by`).toBe(0);
    await titleComesFirst(page, name);
    if (size === NARROW && !isFirstTier) await largeLettersFit(page, name);
  }
  if (isFirstTier) await page.setViewportSize(WIDE);
};
