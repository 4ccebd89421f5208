import fc from 'fast-check';
import { test } from 'vitest';

/**
 * A test of what holds for all values. `@fast-check/vitest` has the same, and makes its 13,700 variants of `test` while it is loaded: two
 * seconds and 270 MB for each worker. A failure is told as it was found: to make it smaller takes minutes where a case needs a database, which looks like a
 * test without end; its seed and path do it where somebody looks.
 */
export const property =
  <Values extends [unknown, ...unknown[]]>(
    arbitraries: { [Place in keyof Values]: fc.Arbitrary<Values[Place]> },
    parameters?: Pick<fc.Parameters<Values>, 'numRuns'>,
  ) =>
  (name: string, holds: (...values: Values) => void | Promise<void>, timeout?: number): void =>
    test(
      name,
      () =>
        fc.assert(
          fc.asyncProperty(...arbitraries, async (...values: Values) => holds(...values)),
          { endOnFailure: true, ...parameters },
        ),
      timeout,
    );
