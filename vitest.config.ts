import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { HeaviestFirst } from './tests/support/heaviestFirst.ts';
import { PATIENCE } from './tests/support/patience.ts';
import { escrowPictures } from './web/chart/plugin.ts';

/** The development build notes for every element where it was made, which nobody reads here: a fifth of what the web suites do. */
const elements = {
  find: /^react\/jsx-runtime$/,
  replacement: fileURLToPath(new URL('node_modules/react/cjs/react-jsx-runtime.production.js', import.meta.url)),
};

export default defineConfig({
  plugins: [escrowPictures()],
  oxc: { jsx: { runtime: 'automatic', development: false } },
  resolve: { conditions: ['source'], alias: [elements] },
  ssr: { resolve: { conditions: ['source'] } },
  test: {
    globalSetup: ['tests/support/temporarySetup.ts', 'tests/support/programsSetup.mjs', 'tests/support/seedsSetup.mjs'],
    include: ['tests/**/*.test.ts', 'tests/**/*.test.tsx'],
    // A third of a suite's time is waiting for a browser, a timer or another process: three keep the two cores of the smallest machine busy.
    maxWorkers: 3,
    // A process for each of some 530 files would load React, Express and the drivers as often.
    isolate: false,
    // Room for short-lived objects saves garbage collection. Node documents this option, so every version accepts it.
    execArgv: ['--max-semi-space-size=32'],
    setupFiles: [
      'tests/support/seeds.ts',
      'tests/support/freshModules.ts',
      'tests/support/patientWaiting.ts',
      'tests/support/leaks.ts',
    ],
    sequence: { sequencer: HeaviestFirst },
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: PATIENCE } },
  },
});
