import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { queries } from '@testing-library/dom';
import type Axe from 'axe-core';
import { eventually } from '../marketplace.ts';
import type { Driver, Plain } from './driver.ts';

/** Keys without a letter have numbers of their own in the W3C protocols. */
export const ENTER = '\uE007';
export const HOME = '\uE011';
export const ARROW_RIGHT = '\uE014';

type Words = string | RegExp;
type Step = readonly [query: 'AllByRole' | 'AllByLabelText' | 'AllByText', what: Plain, options?: Plain];

/** What somebody looks for on a page: by its role and name, its label, or its words; within something else. */
export type Sought = { readonly steps: readonly Step[]; readonly told: string };

const plain = (words: Words): Plain =>
  typeof words === 'string' ? words : { source: words.source, flags: words.flags };
const sought = (step: Step, told: string, within?: Sought): Sought => ({
  steps: [...(within?.steps ?? []), step],
  told: within ? `${told} in ${within.told}` : told,
});

export const role = (name: string, called?: Words, within?: Sought): Sought =>
  sought(
    ['AllByRole', name, called === undefined ? {} : { name: plain(called) }],
    `${name} ${called ?? ''}`.trim(),
    within,
  );
export const label = (words: Words, within?: Sought): Sought =>
  sought(['AllByLabelText', plain(words)], `“${words}”`, within);
export const text = (words: Words, within?: Sought): Sought =>
  sought(['AllByText', plain(words)], `“${words}”`, within);

type Found = 'nothing' | 'many' | 'hidden' | 'disabled' | 'covered' | { x: number; y: number };

declare global {
  interface Window {
    TestingLibraryDom?: Pick<typeof queries, 'queryAllByRole' | 'queryAllByLabelText' | 'queryAllByText'>;
    /** What was found last. */
    found?: HTMLElement[];
    /** Whether the pointer came down on what was aimed at. */
    landed?: boolean | undefined;
  }
}

const source = (of: string, file: string): string =>
  readFileSync(join(createRequire(import.meta.url).resolve(of), file), 'utf8');
const LIBRARY = source('@testing-library/dom/package.json', '../dist/@testing-library/dom.umd.min.js');
const { source: AXE } = createRequire(import.meta.resolve('@axe-core/playwright'))('axe-core') as { source: string };

/** Leaves in `found` what is seen of what is sought; undefined before the library is in the page. Runs in the page. */
const look = (steps: readonly Step[]): number | undefined => {
  const library = window.TestingLibraryDom;
  if (!library) return undefined;
  const words = (value: unknown) => {
    const { source, flags } = Object(value) as { source?: string; flags?: string };
    return source === undefined ? (value as string) : new RegExp(source, flags);
  };
  let places: HTMLElement[] = [document.body];
  for (const [query, what, options] of steps) {
    const { name } = Object(options) as { name?: unknown };
    places = places.flatMap((place) => {
      if (query === 'AllByRole')
        return library.queryAllByRole(place, what as string, name === undefined ? {} : { name: words(name) });
      return library[`query${query}`](place, words(what));
    });
  }
  const isSeen = (one: HTMLElement) =>
    one.matches('[type="file"]') || one.checkVisibility({ visibilityProperty: true });
  window.found = [...new Set(places)].filter(isSeen);
  return window.found.length;
};

/** Where to press for it. From then on a press that comes down on something else is not heard by the page. Runs in the page. */
const aim = (): Found => {
  const [one, other] = window.found ?? [];
  if (!one) return 'nothing';
  if (other) return 'many';
  if (one.matches(':disabled')) return 'disabled';
  // a circle may be drawn by what stands beside it
  const labels = one instanceof HTMLInputElement ? [...(one.labels ?? [])] : [];
  const isLarge = (element: HTMLElement) => element.getBoundingClientRect().width > 4;
  const target = [one, ...labels].find(isLarge);
  if (!target) return 'hidden';
  target.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  const { left, top, width, height } = target.getClientRects()[0] as DOMRect;
  const x = Math.round(left + width / 2);
  const y = Math.round(top + height / 2);
  const isIt = (hit: EventTarget | null) =>
    hit instanceof Node && [target, one, ...labels].some((each) => each.contains(hit));
  if (!isIt(document.elementFromPoint(x, y))) return 'covered';

  window.landed = undefined;
  const types = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'];
  const guard = (event: Event) => {
    window.landed ??= isIt(event.target);
    if (event.type === 'click' || window.landed)
      for (const type of types) removeEventListener(type, guard, { capture: true });
    if (window.landed) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  for (const type of types) addEventListener(type, guard, { capture: true });
  return { x, y };
};

/** As if it had been typed over what stands there. Runs in the page. */
const insert = (words: string): boolean => {
  const [field, other] = window.found ?? [];
  const isField = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
  if (!isField || other || field.disabled || field.readOnly) return false;
  field.focus();
  field.select();
  document.execCommand('insertText', false, words);
  return field.value === words;
};

/** Runs in the page. */
const select = (option: string): boolean => {
  const [field] = window.found ?? [];
  if (!(field instanceof HTMLSelectElement) || field.disabled) return false;
  const chosen = [...field.options].find((each) => each.label === option);
  if (!chosen) return false;
  field.focus();
  field.value = chosen.value;
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.dispatchEvent(new Event('change', { bubbles: true }));
  return true;
};

/** Undefined while the screen is still coming or becomes another one, or before axe is in the page. Runs in the page. */
const violations = async (): Promise<string[] | undefined> => {
  const { axe } = window as { axe?: typeof Axe };
  const title = document.querySelector('h1');
  const isShown = title?.checkVisibility({ visibilityProperty: true });
  if (!axe || !isShown || document.querySelector('.skel, [aria-busy="true"]')) return undefined;
  await document.fonts.ready;
  const found = await axe.run(document, {
    runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice'] },
    resultTypes: ['violations'],
    preload: false,
  });
  // a link was pressed before: its page came while axe looked at the one that it left
  if (document.querySelector('h1') !== title) return undefined;
  if (found.passes.length === 0) throw new Error('axe has looked at nothing');
  return found.violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(' | ')}`);
};

/** A window as somebody uses it: each step waits until it can be done, and fails with what stood in its way. */
export const openTab = (driver: Driver, baseUrl: string) => {
  /** How many there are. A page that is just leaving knows of nothing. */
  const count = async ({ steps }: Sought): Promise<number> => {
    const there = await driver.run(look, steps);
    if (there !== undefined) return there;
    await driver.load(LIBRARY);
    return (await driver.run(look, steps)) ?? 0;
  };

  const become = async (what: Sought, done: () => Promise<boolean | string>, doing: string): Promise<void> => {
    let last: boolean | string = 'it was not asked';
    const isDone = async () => {
      await count(what);
      last = await done();
      return last === true;
    };
    await eventually(isDone).catch((error: Error) => {
      throw new Error(`${doing} ${what.told}: ${typeof last === 'string' ? last : error.message}`);
    });
  };

  const press = async ({ x, y }: { x: number; y: number }): Promise<boolean> => {
    const move = { type: 'pointerMove', x, y };
    const actions = [move, { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 }];
    await driver.act({ type: 'pointer', id: 'mouse', actions });
    // a page that has left was pressed where it was to be
    return (await eventually(async () => ({ landed: await driver.run(() => window.landed) }))).landed !== false;
  };

  const tab = {
    driver,
    /** Loads a page, as a visit from elsewhere. */
    goto: (path: string): Promise<void> => driver.goto(new URL(path, baseUrl).href),
    sees: (what: Sought): Promise<void> =>
      become(what, async () => ((await driver.run(() => window.found?.length ?? 0)) > 0 ? true : 'not there'), 'sees'),
    seesNo: (what: Sought): Promise<void> => become(what, async () => (await count(what)) === 0, 'sees no'),
    isAt: (path: string | RegExp): Promise<unknown> => {
      const is = (address: string) => (typeof path === 'string' ? address === path : path.test(address));
      return eventually(async () => is(await driver.run(() => location.pathname + location.search)));
    },
    click: (what: Sought): Promise<void> =>
      become(
        what,
        async () => {
          const place = await driver.run(aim);
          return typeof place === 'string' ? place : press(place);
        },
        'clicks',
      ),
    fill: (what: Sought, words: string): Promise<void> => become(what, () => driver.run(insert, words), 'fills'),
    select: (what: Sought, option: string): Promise<void> => become(what, () => driver.run(select, option), 'selects'),
    /** Puts files where that is, a field for files or what holds one. */
    attach: (what: Sought, files: readonly string[]): Promise<void> =>
      become(
        what,
        async () => {
          await driver.attach('window.found[0]', files);
          return true;
        },
        'attaches',
      ),
    /** Keys, one after another, for whatever has the focus. */
    type: (keys: string): Promise<void> =>
      driver.act({
        type: 'key',
        id: 'keyboard',
        actions: [...keys].flatMap((value) => [
          { type: 'keyDown', value },
          { type: 'keyUp', value },
        ]),
      }),
    /** What `work` answers in the page, once that is `found` there. */
    of: async <Result extends Plain>(what: Sought, work: () => Result): Promise<Result> => {
      await tab.sees(what);
      return driver.run(work);
    },
    picture: async (what: Sought): Promise<Buffer> => {
      await tab.sees(what);
      return driver.picture('window.found[0]');
    },
    /** What axe finds on the screen as it stands. */
    axe: (): Promise<string[]> =>
      eventually(async () => {
        if (!(await driver.run(() => 'axe' in window))) await driver.load(AXE);
        return driver.run(violations);
      }),
    /** In the place of whoever is signed in, as after a sign-in; undefined: nobody. */
    enter: async (session: { token: string; user: object }, path: string): Promise<void> => {
      await driver.run(
        (token, user) => {
          localStorage.setItem('token', token);
          localStorage.setItem('user', user);
          return true;
        },
        session.token,
        JSON.stringify(session.user),
      );
      await tab.goto(path);
    },
  };
  return tab;
};

export type Tab = ReturnType<typeof openTab>;
