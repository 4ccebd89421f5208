// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';

type Device = { light: boolean; more: boolean };

/** The document before anything is drawn. */
const page = async ({ light, more }: Device, kept?: string) => {
  vi.resetModules();
  const listeners: (() => void)[] = [];
  const device = { light, more };
  vi.stubGlobal('matchMedia', (query: string) => ({
    get matches() {
      return query.includes('scheme') ? device.light : device.more;
    },
    addEventListener: (_: string, listener: () => void) => listeners.push(listener),
  }));
  document.head.innerHTML = '<meta name="color-scheme" content="dark"><meta name="theme-color" content="#100c08">';
  if (kept !== undefined) localStorage.setItem('appearance', kept);
  await import('#web/appearance/early.ts');
  const change = (next: Device) => {
    Object.assign(device, next);
    for (const listener of listeners) listener();
  };
  return { change };
};
const seen = (): string => {
  const { palette, contrast, text } = document.documentElement.dataset;
  const metas = [...document.querySelectorAll('meta')].map(({ content }) => content);
  return [palette, contrast, text, ...metas].join(' ');
};
const DARK = 'dark normal normal dark #100c08';

beforeEach(() => localStorage.clear());

test('shows visitors the dark palette, with the contrast of the device', async () => {
  const { change } = await page({ light: true, more: false });
  expect(seen()).toBe(DARK);
  change({ light: true, more: true });
  expect(seen()).toBe('dark more normal dark #000');
});

test('applies the choice before the first paint, whatever the device prefers', async () => {
  await page({ light: false, more: true }, '{"palette":"light","contrast":"normal","text":"larger"}');
  expect(seen()).toBe('light normal larger light #efe7d6');
});

test('follows the device while the page is open if left to it', async () => {
  const { change } = await page(
    { light: true, more: false },
    '{"palette":"device","contrast":"device","text":"normal"}',
  );
  expect(seen()).toBe('light normal normal light #efe7d6');
  change({ light: false, more: false });
  expect(seen()).toBe(DARK);
});

test('applies a choice from here or another tab at once', async () => {
  await page({ light: false, more: false });
  localStorage.setItem('appearance', '{"palette":"light","contrast":"more","text":"large"}');
  window.dispatchEvent(new Event('appearance'));
  expect(seen()).toBe('light more large light #fff');
  localStorage.clear();
  window.dispatchEvent(new Event('storage'));
  expect(seen()).toBe(DARK);
});

test.each(['{', 'null', '"light"'])('treats the unreadable stored choice %s as none', async (kept) => {
  await page({ light: false, more: false }, kept);
  expect(seen()).toBe(DARK);
});

test.each([
  ['who is signed in', 't', ['/assets/member.js']],
  ['a visitor', undefined, []],
])('requests the members’ code together with the first for %s', async (_, token, asked) => {
  if (token) localStorage.setItem('token', token);
  const script = document.createElement('script');
  script.dataset.members = '/assets/member.js';
  vi.spyOn(document, 'currentScript', 'get').mockReturnValue(script);
  const fetched: string[] = [];
  vi.stubGlobal('fetch', async (file: string) => fetched.push(file));
  await page({ light: false, more: false });
  vi.unstubAllGlobals();
  expect(fetched).toEqual(asked);
});
