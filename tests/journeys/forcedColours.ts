import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { keepPicture } from '../support/browser.ts';

/** With the colours of somebody's system, in which grounds and shadows say nothing. */
export const inForcedColours = async (page: Page, name: string, look: () => Promise<void>): Promise<void> => {
  await page.emulateMedia({ forcedColors: 'active' });
  await look();
  await keepPicture(page, `forced-${name}`);
  await page.emulateMedia({ forcedColors: 'none' });
};

/** What is drawn of it without the focus. A field shows what is chosen where the system draws it: of grounds and shadows nothing is left. Runs in the page. */
const look = (one: Element): string => {
  (document.activeElement as HTMLElement).blur();
  if (one instanceof HTMLInputElement)
    return getComputedStyle(one).appearance === 'auto' ? `drawn by the system, ${one.checked}` : 'not seen';
  const { borderBottom, outline, backgroundColor, color } = getComputedStyle(one);
  return [borderBottom, outline, backgroundColor, color].join(', ');
};

/** The same control is drawn otherwise once something else is chosen, and by more than the focus. */
export const showsItsChoice = async (control: Locator, choose: () => Promise<void>): Promise<void> => {
  const before = await control.evaluate(look);
  await choose();
  await expect.poll(() => control.evaluate(look)).not.toBe(before);
};

/** Of the part of the page: stops for Tab around which nothing is drawn when they have the focus, and fields without an edge. Runs in the page. */
const unseen = (part: Element): string[] => {
  const nameOf = (one: Element) =>
    `${one.tagName} ${one.getAttribute('aria-label') ?? one.textContent?.slice(0, 30) ?? ''}`;
  const outlined = (one: Element | null) => {
    const { outlineStyle, outlineWidth } = one ? getComputedStyle(one) : { outlineStyle: 'none', outlineWidth: '0' };
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0;
  };
  const stops = [...part.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, [tabindex="0"]')];
  return stops.flatMap((one) => {
    one.focus();
    if (document.activeElement !== one) return [];
    const isSeen = [one, one.parentElement, one.closest('label, li, article')].some(outlined);
    const { borderTopWidth, appearance } = getComputedStyle(one);
    const isField = one.matches('input, select, textarea') && one.getBoundingClientRect().width > 2;
    const hasEdge = !isField || appearance === 'auto' || one.matches('[type="range"]') || borderTopWidth !== '0px';
    return [...(isSeen ? [] : [`no outline: ${nameOf(one)}`]), ...(hasEdge ? [] : [`no edge: ${nameOf(one)}`])];
  });
};

/** Every stop for Tab in the page, and every field, is seen. */
export const everyStopIsSeen = async (page: Page): Promise<void> => {
  // whoever works by keyboard
  await page.keyboard.press('Tab');
  expect(await page.locator('body').evaluate(unseen)).toEqual([]);
};
