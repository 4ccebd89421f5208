import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp, { type Region } from 'sharp';
import { freePort } from '../freePort.ts';
import { eventually } from '../marketplace.ts';
import { PATIENCE } from '../patience.ts';
import { type Driver, startGroup } from './driver.ts';

declare global {
  interface Window {
    paintNoMore?: () => undefined;
  }
}

/** Collects errors in the document, because the protocol does not report the console. Runs in the page. */
const listen = (): void => {
  const kept: string[] = [];
  const { error } = console;
  Object.assign(window, { faultsOfPage: kept });
  addEventListener('error', ({ message }) => kept.push(message));
  addEventListener('unhandledrejection', ({ reason }) => kept.push(`unhandled: ${reason}`));
  console.error = (...words: unknown[]) => {
    kept.push(words.join(' '));
    error(...words);
  };
};

/** Screenshots wait for a paint, which a static page never makes: change a pixel in the corner. Runs in the page. */
const paint = (): undefined => {
  const point = document.createElement('i');
  point.style.cssText = 'position: fixed; right: 0; bottom: 0; width: 1px; height: 1px; pointer-events: none';
  document.body.append(point);
  let isDark = false;
  const painting = setInterval(() => {
    isDark = !isDark;
    point.style.background = isDark ? 'black' : 'white';
  }, 50);
  window.paintNoMore = (): undefined => {
    clearInterval(painting);
    point.remove();
  };
};

const HEARD = `if (!window.faultsOfPage) (${listen})();`;

type Ran = { value: string; thrown?: string; faults: string[] };

/** A virtual display: WebKitGTK needs a window. */
const startScreen = async (size: { width: number; height: number }) => {
  const { child, failed, stop } = startGroup(
    'Xvfb',
    ['-displayfd', '3', '-screen', '0', `${size.width}x${size.height + 200}x24`, '-nolisten', 'tcp'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  );
  const number = new Promise<string>((resolve) => child.stdio[3]?.once('data', (data) => resolve(String(data).trim())));
  return { display: `:${await Promise.race([number, failed])}`, stop };
};

/** A WebKitGTK window through WebDriver, on its own display. */
export const startWebKit = async (program: string, size: { width: number; height: number }): Promise<Driver> => {
  const home = mkdtempSync(join(tmpdir(), 'webkit-'));
  mkdirSync(join(home, 'gtk-3.0'));
  writeFileSync(join(home, 'gtk-3.0', 'settings.ini'), '[Settings]\ngtk-enable-animations=0\n');
  const screen = await startScreen(size);
  const port = await freePort();
  const { failed, stop } = startGroup(program, ['--host=127.0.0.1', `--port=${port}`], {
    stdio: 'ignore',
    env: {
      PATH: process.env.PATH,
      HOME: home,
      XDG_CONFIG_HOME: home,
      DISPLAY: screen.display,
      GDK_BACKEND: 'x11',
      NO_AT_BRIDGE: '1',
      // compositing without a GPU costs half as much again, and screenshots can be black
      WEBKIT_DISABLE_COMPOSITING_MODE: '1',
      WEBKIT_DISABLE_DMABUF_RENDERER: '1',
      LANG: 'C.UTF-8',
      TZ: 'Europe/Amsterdam',
    },
  });
  const ask = async <Value>(method: string, path: string, body?: object): Promise<Value> => {
    // later than the driver's own limits, which it ignores while drawing
    const signal = AbortSignal.timeout(2 * PATIENCE);
    const asked = fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      signal,
      ...(body && { body: JSON.stringify(body) }),
    });
    const answer = await Promise.race([asked, failed]).catch((cause) => {
      throw new Error(`${path} was not answered`, { cause });
    });
    const { value } = (await answer.json()) as { value: Value & { message?: string } };
    if (!answer.ok) throw new Error(`${path}: ${value.message}`);
    return value;
  };
  await eventually(async () => (await ask<{ ready: boolean }>('GET', '/status')).ready);
  const { sessionId } = await ask<{ sessionId: string }>('POST', '/session', { capabilities: {} });
  const send = <Value = unknown>(command: string, body: object = {}) =>
    ask<Value>('POST', `/session/${sessionId}/${command}`, body);
  await send('timeouts', { script: PATIENCE, pageLoad: PATIENCE });

  const heard: string[] = [];
  const execute = async (work: string, args: readonly unknown[]): Promise<string> => {
    const script = `const [args, done] = arguments; ${HEARD}
      const told = (answer) => done({ ...answer, faults: window.faultsOfPage.splice(0) });
      (async () => (${work})(...JSON.parse(args)))().then(
        (value) => told({ value: JSON.stringify({ value }) }), (error) => told({ value: '{}', thrown: String(error) }));`;
    const { value, thrown, faults } = await send<Ran>('execute/async', { script, args: [JSON.stringify(args)] });
    heard.push(...faults);
    if (thrown !== undefined) throw new Error(thrown);
    return value;
  };
  const run: Driver['run'] = async (work, ...args) => JSON.parse(await execute(String(work), args)).value;
  const element = async (find: string): Promise<string> => {
    const found = await send<Record<string, string>>('execute/sync', { script: `return ${find}`, args: [] });
    return Object.values(found)[0] as string;
  };
  // the window frame takes some of the size
  const inner = () => run(() => [innerWidth, innerHeight] as const);
  await send('window/rect', size);
  const [width, height] = await inner();
  await send('window/rect', { width: 2 * size.width - width, height: 2 * size.height - height });
  await eventually(async () => (await inner()).join() === `${size.width},${size.height}`);

  return {
    run,
    goto: async (url) => {
      await send('url', { url });
      await execute('() => undefined', []);
    },
    load: async (script) => {
      await send('execute/sync', { script, args: [] });
    },
    act: async (actions) => {
      await send('actions', { actions: [actions] });
    },
    attach: async (find, files) => {
      await send(`element/${await element(find)}/value`, { text: files.join('\n') });
    },
    picture: async (find) => {
      const place: Region = JSON.parse(
        await execute(
          `() => {
        const one = ${find};
        one.scrollIntoView({ block: 'center', behavior: 'instant' });
        const { x, y, width, height } = one.getBoundingClientRect();
        const [left, top] = [Math.max(0, Math.round(x)), Math.max(0, Math.round(y))];
        return { left, top, width: Math.min(Math.floor(width), innerWidth - left), height: Math.min(Math.floor(height), innerHeight - top) };
      }`,
          [],
        ),
      ).value;
      await run(paint);
      // its element screenshots are black
      const data = await ask<string>('GET', `/session/${sessionId}/screenshot`);
      await run(() => window.paintNoMore?.());
      return sharp(Buffer.from(data, 'base64')).extract(place).png().toBuffer();
    },
    faults: async () => heard.splice(0),
    close: async () => {
      await stop();
      await screen.stop();
      rmSync(home, { recursive: true, force: true });
    },
  };
};
