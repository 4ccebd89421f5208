import { SECOND } from '#domain/shared/instants.ts';
import { LostPart } from './lostPart.ts';
import { foundNewVersion } from './newVersion.ts';

/** ms before each retry; about 4 s until the user sees that there is no connection. */
const PAUSES = [300, 1_000, 2_500];
const NO_ANSWER = 30 * SECOND;

/** Files loaded or loading. A failed one is removed, so the next press retries. */
const files = new Map<string, Promise<void>>();

/** Resolves after `ms`, or when the browser is online again. */
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

/** Reads the file completely, so that `import()` finds it in the browser cache. */
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

/** The only style sheet came with the page, but Vite lists it among a part's files. */
const isScript = (name: string): boolean => name.endsWith('.js');

/** How Chromium, Firefox and WebKit report that a module did not load; other errors come from the code. */
const UNLOADED = /dynamically imported module|module script failed/i;

/**
 * Every `import()` of the build calls this (`plugin.ts`) with the `names` of its files. Browsers remember a failed
 * `import()`, so it runs only after all files have loaded.
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
