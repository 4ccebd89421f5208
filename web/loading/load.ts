import { SECOND } from '#domain/shared/instants.ts';
import { LostPart } from './lostPart.ts';
import { foundNewVersion } from './newVersion.ts';

/** ms before each further try, so some 4 s until somebody is told that there is no connection. */
const PAUSES = [300, 1_000, 2_500];
const NO_ANSWER = 30 * SECOND;

/** The files that have come, or are on their way. One that fails is taken out, so the next press asks again. */
const files = new Map<string, Promise<void>>();

/** Resolves after `ms`, or as soon as the browser is back online. */
const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    const over = () => {
      clearTimeout(timer);
      window.removeEventListener('online', over);
      resolve();
    };
    const timer = setTimeout(over, ms);
    window.addEventListener('online', over);
  });

/** Reads the file to its end, so that `import()` finds it in the browser's cache. */
const ask = async (file: string): Promise<void> => {
  const lost = () => new LostPart('connection', file);
  const answer = await fetch(file, { signal: AbortSignal.timeout(NO_ANSWER) }).catch(() => {
    throw lost();
  });
  const { status, ok, headers } = answer;
  if (!ok && status !== 404 && status !== 410) throw lost();
  if (!ok || !/javascript/.test(headers.get('Content-Type') ?? '')) {
    foundNewVersion();
    throw new LostPart('release', file);
  }
  await answer.arrayBuffer().catch(() => {
    throw lost();
  });
};

const askAgain = async (file: string): Promise<void> => {
  for (const ms of PAUSES) {
    try {
      return await ask(file);
    } catch (error) {
      if ((error as LostPart).why !== 'connection' || !navigator.onLine) throw error;
      await pause(ms);
    }
  }
  return ask(file);
};

const here = (file: string): Promise<void> => {
  const coming = files.get(file);
  if (coming) return coming;
  const asked = askAgain(file);
  files.set(file, asked);
  asked.catch(() => files.delete(file));
  return asked;
};

/** The only style sheet came with the page; Vite names it among what a part needs. */
const isScript = (name: string): boolean => name.endsWith('.js');

/** How Chromium, Firefox and WebKit say that a module did not load; an error of its own code says something else. */
const UNLOADED = /dynamically imported module|module script failed/i;

/**
 * Every `import()` of the build goes through here (`plugin.ts`), with the `names` of all files that it needs. Browsers remember an `import()`
 * that failed, and would answer each further one from that. So it is called only once each file has come.
 */
export const load = async <Part>(part: () => Promise<Part>, names: readonly string[] = []): Promise<Part> => {
  await Promise.all(names.filter(isScript).map((name) => here(`/${name}`)));
  try {
    return await part();
  } catch (error) {
    if (error instanceof Error && UNLOADED.test(error.message)) throw new LostPart('broken', names.join());
    throw error;
  }
};
