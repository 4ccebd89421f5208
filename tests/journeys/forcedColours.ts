import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { expect } from 'vitest';
import { keepPicture } from '../support/browser.ts';
import { differing } from './pixels.ts';

/** Runs `look` in forced colours, where backgrounds and shadows carry no meaning. */
export const inForcedColours = async (page: Page, name: string, look: () => Promise<void>): Promise<void> => {
  await page.emulateMedia({ forcedColors: 'active' });
  await look();
  await keepPicture(page, `forced-${name}`);
  await page.emulateMedia({ forcedColors: 'none' });
};

/** Pixels of a visible mark. */
const LEAST_DIFFERENCE = 12;

/** Drawn without hover and focus. */
export const drawnAlone = async (part: Locator): Promise<Buffer> => {
  await part.page().mouse.move(0, 0);
  await part.evaluate(() => (document.activeElement as HTMLElement).blur());
  return part.screenshot({ animations: 'disabled' });
};

/** The control looks different after the choice, apart from the focus. */
export const showsItsChoice = async (control: Locator, choose: () => Promise<unknown>): Promise<void> => {
  const before = await drawnAlone(control);
  await choose();
  const isOther = async () => differing(before, await drawnAlone(control));
  await expect.poll(isOther, { message: `pixels of ${control}` }).toBeGreaterThanOrEqual(LEAST_DIFFERENCE);
};

/** The marks in the upper left corners of these parts all look different. `side` in px. */
export const haveOtherMarks = async (parts: readonly Locator[], side: number): Promise<void> => {
  const marks = new Map<Locator, Buffer>();
  for (const part of parts) {
    const corner = { left: 0, top: 0, width: side, height: side };
    marks.set(
      part,
      await sharp(await drawnAlone(part))
        .extract(corner)
        .png()
        .toBuffer(),
    );
  }
  for (const [one, mark] of marks)
    for (const [other, another] of marks)
      if (one !== other)
        expect(await differing(mark, another), `${one} and ${other}`).toBeGreaterThanOrEqual(LEAST_DIFFERENCE);
};

/** Tab stops without an outline when focused, and fields without a border. Runs in the page. */
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

/** Every Tab stop and every field of the page is visible. */
export const everyStopIsSeen = async (page: Page): Promise<void> => {
  // switches to keyboard focus
  await page.keyboard.press('Tab');
  expect(await page.locator('body').evaluate(unseen)).toEqual([]);
};
