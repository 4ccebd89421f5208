import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** More stops than on any screen. */
const MOST_STOPS = 160;

type Stop = { what: string; there: boolean; onPage: boolean; ring: boolean; inView: boolean };

const shows = ({ onPage, ring }: Stop): boolean => ring || !onPage;

/** The focused element: whether something shows the focus (itself, a parent or a sibling) and nothing covers it. Runs in the page. */
const look = (target: Element | null): Stop => {
  const element = document.activeElement as HTMLElement;
  // in the head, where it changes no layout
  const probe = document.head.appendChild(document.createElement('i'));
  probe.style.color = 'var(--color-gold-bright)';
  const gold = getComputedStyle(probe).color.replace(/^rgb\(|\)$/g, '');
  probe.remove();
  const ringed = (one: Element): boolean => {
    // a field for screen readers only shows nothing
    if (one.getBoundingClientRect().width <= 2) return false;
    const { boxShadow, outlineStyle, outlineColor, outlineWidth } = getComputedStyle(one);
    const outlined = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0;
    return (outlined && !/, 0\)$|transparent/.test(outlineColor)) || boxShadow.includes(gold);
  };
  // a row that is a link as a whole has its ring around the link in its heading
  const around = [element, element.parentElement, element.parentElement?.parentElement, element.closest('article, li')];
  const beside = element instanceof HTMLInputElement ? [...(element.parentElement?.children ?? [])] : [];
  const shown = [...around, ...beside].find((one): one is HTMLElement => one instanceof Element && ringed(one));
  const { left, right, top, bottom } = (shown ?? element).getBoundingClientRect();
  const x = (Math.max(0, left) + Math.min(innerWidth, right)) / 2;
  const y = (Math.max(0, top) + Math.min(innerHeight, bottom)) / 2;
  const hit = document.elementFromPoint(x, y);
  return {
    there: element === target,
    what: `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent?.slice(0, 40) ?? ''}`,
    onPage: element !== document.body,
    ring: element !== document.body && element.matches(':focus-visible') && shown !== undefined,
    inView: hit !== null && shown !== undefined && (shown.contains(hit) || hit.contains(shown)),
  };
};

const stopOf = (page: Page): Promise<Stop> => page.evaluate(look, null);

/** The focus is visible. A toast may cover it for its four seconds. */
export const focusIsSeen = (page: Page): Promise<void> =>
  expect.poll(() => stopOf(page)).toMatchObject({ ring: true, inView: true }) as Promise<void>;

/** Reaches the target with Tab and checks that the focus is visible at each stop. */
export const tabTo = async (page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> => {
  await target.waitFor({ state: 'attached' });
  const stops: string[] = [];
  let stop = await target.evaluate(look);
  while (!stop.there && stops.length < MOST_STOPS) {
    await page.keyboard.press(key);
    stop = await target.evaluate(look);
    stops.push(stop.what);
    if (shows(stop)) continue;
    await expect.poll(async () => shows(await stopOf(page)), { message: `the focus shows on ${stop.what}` }).toBe(true);
    stop = await target.evaluate(look);
  }
  expect(stop.there, `reached by ${key}, after ${stops.join(' | ')}`).toBe(true);
  if (!stop.ring || !stop.inView) await focusIsSeen(page);
};

export const press = async (page: Page, target: Locator, key = 'Enter'): Promise<void> => {
  await tabTo(page, target);
  await page.keyboard.press(key);
};

/** Replaces the content of a field. */
export const write = async (page: Page, field: Locator, text: string): Promise<void> => {
  await tabTo(page, field);
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(text);
};

/** Types the start of an option’s name. */
export const choose = async (page: Page, select: Locator, option: string): Promise<void> => {
  await tabTo(page, select);
  const chosen = () => select.evaluate((one: HTMLSelectElement) => one.selectedOptions[0]?.label);
  const typed = async () => {
    await page.keyboard.type(option);
    return chosen();
  };
  // a pause between two letters restarts the search, so a slow machine types it again
  await expect.poll(typed, { interval: 2_000 }).toMatch(new RegExp(`^${option}`));
};
