import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
  test: {
    globalSetup: ['tests/support/postgresSetup.ts', 'tests/support/programsSetup.mjs'],
    include: ['tests/**/*.test.ts', 'tests/**/*.test.tsx'],
    // Much of a suite waits for a browser, a database or another process: two share the smallest machine well.
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // A busy machine is not a failure: conditions are waited for, however long they take.
    expect: { poll: { timeout: 15_000 } },
  },
});
