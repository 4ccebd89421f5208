import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { configDefaults, defineConfig } from 'vitest/config';
import { HeaviestFirst } from './tests/support/heaviestFirst.ts';
import { PATIENCE } from './tests/support/patience.ts';
import { escrowPictures } from './web/chart/plugin.ts';

/** The development build notes for every element where it was made, which nobody reads here: a fifth of what the web suites do. */
const elements = {
  find: /^react\/jsx-runtime$/,
  replacement: fileURLToPath(new URL('node_modules/react/cjs/react-jsx-runtime.production.js', import.meta.url)),
};

/** The second tier: what needs minutes, other servers or other browsers. */
const SLOW = ['tests/**/*.slow.test.ts', 'tests/**/*.slow.test.tsx'];
const FIRST = ['tests/**/*.test.ts', 'tests/**/*.test.tsx'];

/** Files that the first tier runs in part, so the second tier runs them again, in full. */
const SAMPLED = readdirSync('tests', { recursive: true, encoding: 'utf8' })
  .map((file) => `tests/${file}`)
  .filter((file) => /(?<!\.slow)\.test\.tsx?$/.test(file))
  .filter((file) => /support\/tier\.ts'|\bcheckScreen\b/.test(readFileSync(file, 'utf8')));

/** Names that begin with # mean sources in every environment of Vite, also in the one that loads the global setup. */
const sources: Plugin = {
  name: 'sources',
  configEnvironment: () => ({ resolve: { conditions: ['source'] } }),
};

export default defineConfig({
  plugins: [sources, escrowPictures()],
  oxc: { jsx: { runtime: 'automatic', development: false } },
  resolve: { conditions: ['source'], alias: [elements] },
  ssr: { resolve: { conditions: ['source'] } },
  test: {
    globalSetup: ['tests/support/temporarySetup.ts', 'tests/support/programsSetup.mjs', 'tests/support/seedsSetup.mjs'],
    include:
      { first: FIRST, rest: [...SLOW, ...SAMPLED], all: [...FIRST, ...SLOW] }[process.env.TEST_TIER ?? 'all'] ?? FIRST,
    exclude: process.env.TEST_TIER === 'first' ? [...configDefaults.exclude, ...SLOW] : configDefaults.exclude,
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
