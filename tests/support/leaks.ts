import { afterAll } from 'vitest';

declare global {
  /** Node's leak warnings since the previous file. */
  var leaksWarnedOf: Error[] | undefined;
}

// once per process, which files share
if (!globalThis.leaksWarnedOf) {
  const warned: Error[] = [];
  globalThis.leaksWarnedOf = warned;
  process.on('warning', (warning) => {
    if (warning.name === 'MaxListenersExceededWarning') warned.push(warning);
  });
}

/** A growing number of listeners is a leak in the product and fails the file. */
afterAll(() => {
  const [first] = globalThis.leaksWarnedOf?.splice(0) ?? [];
  if (first) throw first;
});
