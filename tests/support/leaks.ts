import { afterAll } from 'vitest';

declare global {
  /** What Node has warned of since the file before. */
  var leaksWarnedOf: Error[] | undefined;
}

// once a process, which files share
if (!globalThis.leaksWarnedOf) {
  const warned: Error[] = [];
  globalThis.leaksWarnedOf = warned;
  process.on('warning', (warning) => {
    if (warning.name === 'MaxListenersExceededWarning') warned.push(warning);
  });
}

/** More and more listeners at one thing are a leak of the product, and fail the file. */
afterAll(() => {
  const [first] = globalThis.leaksWarnedOf?.splice(0) ?? [];
  if (first) throw first;
});
