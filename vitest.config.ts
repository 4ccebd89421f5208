import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
  test: {
    globalSetup: ['tests/support/postgresSetup.ts'],
    include: ['tests/**/*.test.ts', 'tests/**/*.test.tsx'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // A shared runner may stall for seconds: there a test is tried once more, and the report names it. Never on a desk.
    retry: process.env.CI ? 1 : 0,
    // A busy machine is not a failure: conditions are waited for, however long they take.
    expect: { poll: { timeout: 15_000 } },
  },
});
