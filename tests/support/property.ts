import fc from 'fast-check';
import { test } from 'vitest';

/**
 * A property test. `@fast-check/vitest` would cost each worker two seconds and 270 MB at load. No shrinking: with a
 * database it takes minutes; use the printed seed and path instead.
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
