import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import type { Driver } from './driver.ts';
import { startGroup } from './driver.ts';

/** In addition to Firefox's own automation defaults. */
const PREFERENCES = {
  'ui.prefersReducedMotion': 1,
  'intl.accept_languages': 'en-GB',
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
};

type Answer = { id?: number; method?: string; params?: LogEntry; type?: string; result?: unknown; message?: string };
type LogEntry = { level: string; text: string | null; source?: { realm: string } };

/** WebDriver BiDi: commands and numbered answers over one socket, console messages in between. */
const connect = async (url: string) => {
  const socket = new WebSocket(url);
  await new Promise<void>((resolve, reject) => socket.once('open', resolve).once('error', reject));
  const waiting = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>();
  const faults: string[] = [];
  socket.on('message', (data) => {
    const { id, method, params, type, result, message } = JSON.parse(String(data)) as Answer;
    if (method === 'log.entryAdded' && params?.level === 'error') faults.push(params.text ?? 'an error without words');
    if (id === undefined) return;
    const asked = waiting.get(id);
    waiting.delete(id);
    if (type === 'error') asked?.reject(new Error(message));
    else asked?.resolve(result);
  });
  socket.on('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('Firefox has gone'));
  });
  let last = 0;
  const send = <Result>(method: string, params: object): Promise<Result> => {
    const id = ++last;
    return new Promise<Result>((resolve, reject) => {
      waiting.set(id, { resolve: (result) => resolve(result as Result), reject });
      socket.send(JSON.stringify({ id, method, params }));
    });
  };
  return { send, faults, close: () => socket.terminate() };
};

type Evaluated = {
  type: 'success' | 'exception';
  result: { value?: string; sharedId?: string };
  exceptionDetails?: { text: string };
};

/** A headless Firefox window with its own profile. */
export const startFirefox = async (program: string, size: { width: number; height: number }): Promise<Driver> => {
  const home = mkdtempSync(join(tmpdir(), 'firefox-'));
  const profile = join(home, 'profile');
  mkdirSync(profile);
  const lines = Object.entries(PREFERENCES).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`);
  writeFileSync(join(profile, 'user.js'), lines.join('\n'));
  const { child, failed, stop } = startGroup(
    program,
    ['--headless', '--no-remote', '--remote-debugging-port=0', '--profile', profile],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { PATH: process.env.PATH, HOME: home, TZ: 'Europe/Amsterdam', MOZ_CRASHREPORTER_DISABLE: '1' },
    },
  );
  const address = new Promise<string>((resolve) => {
    let text = '';
    child.stderr?.on('data', (data) => {
      text += data;
      const found = /WebDriver BiDi listening on (ws:\S+)/.exec(text)?.[1];
      if (found) resolve(found);
    });
  });
  const { send, faults, close } = await connect(`${await Promise.race([address, failed])}/session`);
  await send('session.new', { capabilities: {} });
  await send('session.subscribe', { events: ['log.entryAdded'] });
  const { contexts } = await send<{ contexts: { context: string }[] }>('browsingContext.getTree', {});
  const context = contexts[0]?.context as string;
  await send('browsingContext.setViewport', { context, viewport: size });

  const evaluate = async (functionDeclaration: string, args: string[] = []) => {
    const answer = await send<Evaluated>('script.callFunction', {
      functionDeclaration,
      awaitPromise: true,
      target: { context },
      arguments: args.map((value) => ({ type: 'string', value })),
    });
    if (answer.type === 'exception') throw new Error(answer.exceptionDetails?.text);
    return answer.result;
  };
  const element = async (find: string) => ({ sharedId: (await evaluate(`() => ${find}`)).sharedId });

  return {
    goto: async (url) => {
      await send('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    run: async (work, ...args) => {
      const whole = `async (args) => JSON.stringify({ value: await (${work})(...JSON.parse(args)) })`;
      const { value } = await evaluate(whole, [JSON.stringify(args)]);
      return JSON.parse(value as string).value;
    },
    load: async (script) => {
      await evaluate(`() => { ${script}\n }`);
    },
    act: async (actions) => {
      await send('input.performActions', { context, actions: [actions] });
    },
    attach: async (find, files) => {
      await send('input.setFiles', { context, element: await element(find), files });
    },
    picture: async (find) => {
      const clip = { type: 'element', element: await element(find) };
      const { data } = await send<{ data: string }>('browsingContext.captureScreenshot', { context, clip });
      return Buffer.from(data, 'base64');
    },
    faults: async () => faults.splice(0),
    close: async () => {
      close();
      await stop();
      rmSync(home, { recursive: true, force: true });
    },
  };
};
