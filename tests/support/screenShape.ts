import type { CDPSession, Page } from 'playwright-core';
import { expect } from 'vitest';

/** Browser font sizes of users with low vision, px; the default is 16. */
const LARGE = [24, 32];
const USUAL = 16;

/** One session per page, never closed: otherwise Chromium forgets virtual authenticators. */
const devtools = new WeakMap<Page, Promise<CDPSession>>();
const devtoolsOf = (page: Page): Promise<CDPSession> => {
  const known = devtools.get(page) ?? page.context().newCDPSession(page);
  devtools.set(page, known);
  return known;
};

/** Text, fields and pictures beyond the window, and sideways scrolling outside scroll regions. Runs in the page. */
const beyondTheEdge = (letters: number): string[] => {
  const inForce = getComputedStyle(document.documentElement).fontSize;
  if (inForce !== `${letters}px`) throw new Error(`letters of ${inForce} instead of ${letters} px`);
  const edge = document.documentElement.clientWidth;
  const scrolls = (one: Element) => /auto|scroll/.test(getComputedStyle(one).overflowX);
  const isScrolled = (one: Element) => one.scrollWidth > one.clientWidth + 1 && scrolls(one);
  const isRead = (one: Element) =>
    one.matches('input, select, textarea, button, img, svg') ||
    [...one.childNodes].some(({ nodeType, nodeValue }) => nodeType === Node.TEXT_NODE && nodeValue?.trim());
  const isCut = (one: Element) => {
    for (let around = one.parentElement; around && around !== document.body; around = around.parentElement)
      if (getComputedStyle(around).overflowX !== 'visible') return true;
    return false;
  };
  const isBeyond = (one: Element) => one.getBoundingClientRect().right > edge + 1 && isRead(one) && !isCut(one);
  const found = [...document.body.querySelectorAll('*')].filter(
    (one) =>
      one.checkVisibility({ visibilityProperty: true }) &&
      (isBeyond(one) || (isScrolled(one) && !one.matches('[tabindex="0"], .is-closer'))),
  );
  const { scrollWidth } = document.documentElement;
  return [
    ...(scrollWidth > edge ? [`the page, by ${scrollWidth - edge} px`] : []),
    ...found.map((one) => `${one.tagName} ${one.className} “${one.textContent?.trim().slice(0, 40)}”`),
  ];
};

/** Nothing scrolls sideways at browser font sizes of 24 and 32 px. */
export const largeLettersFit = async (page: Page, name: string): Promise<void> => {
  const tools = await devtoolsOf(page);
  try {
    for (const standard of LARGE) {
      await tools.send('Page.setFontSizes', { fontSizes: { standard } });
      const found = await page.evaluate(beyondTheEdge, standard);
      expect(found, `${name} with letters of ${standard} px reaches beyond the edge`).toEqual([]);
    }
  } finally {
    await tools.send('Page.setFontSizes', { fontSizes: { standard: USUAL } });
  }
};

/** Runs in the page. */
const beforeTitle = (): string[] => {
  const seen = [...document.querySelectorAll('h1, h2, h3, h4, h5, h6, [role="heading"]')].filter((one) =>
    one.checkVisibility({ visibilityProperty: true }),
  );
  return seen
    .slice(
      0,
      seen.findIndex(({ tagName }) => tagName === 'H1'),
    )
    .map(({ textContent }) => `${textContent}`);
};

/** The page title is the first heading. */
export const titleComesFirst = async (page: Page, name: string): Promise<void> => {
  expect(await page.evaluate(beforeTitle), `headings of ${name} before its h1`).toEqual([]);
};
