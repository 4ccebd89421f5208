import { relative } from 'node:path';
import { at, readIfThere } from './paths.mjs';

const OUT = at('dist/bundle');

/** Entry points named in package.json: the server and the operator programs. */
const programs = () => {
  const { scripts } = JSON.parse(readIfThere(at('package.json')));
  const names = Object.values(scripts).flatMap((script) => /dist\/bundle\/(\w+)\.js/.exec(script)?.[1] ?? []);
  return Object.fromEntries(
    names.map((name) => [name, at(`infrastructure/${name === 'main' ? '' : 'cli/'}${name}.ts`)]),
  );
};

/** Modules that locate files relative to themselves must see the compiled path, not the bundle's. */
const placesAsCompiled = {
  name: 'places-as-compiled',
  transform: {
    filter: { id: /\.ts$/, code: /import\.meta\.url/ },
    handler: (code, id) => {
      const compiled = at(`dist/server/${relative(at('.'), id)}`).replace(/\.ts$/, '.js');
      const place = `new URL('${relative(OUT, compiled).replaceAll('\\', '/')}', import.meta.url).href`;
      return { code: code.replaceAll('import.meta.url', place), map: null };
    },
  },
};

/**
 * Packages with many small files that every start loads, with their dependencies; resolving them takes a fifth of a
 * start.
 */
const INSIDE = {
  bullmq: ['cron-parser', 'luxon', 'msgpackr', 'node-abort-controller', 'semver', 'tslib'],
  knex: [
    'colorette',
    'debug',
    'get-package-type',
    'has-flag',
    'lodash',
    'ms',
    'pg-connection-string',
    'supports-color',
    'tarn',
  ],
  'prom-client': ['@opentelemetry/api', 'bintrees', 'tdigest'],
  jose: [],
  'rate-limiter-flexible': [],
  uuid: [],
  zod: [],
  'zod-openapi': [],
};

/** Drivers of other databases, which knex references but never loads here. */
const OTHER_DATABASES = /^(better-sqlite3|mariadb|mysql2?|oracledb|pg-query-stream|sqlite3|tedious)(\/|$)/;

/**
 * Vite config: bundles the programs into few files, because resolving 600 modules takes a third of a start. Other
 * packages stay external.
 */
export default {
  root: at('.'),
  publicDir: false,
  plugins: [placesAsCompiled],
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] }, external: true, noExternal: Object.entries(INSIDE).flat(2) },
  build: {
    ssr: true,
    outDir: OUT,
    target: 'node20',
    sourcemap: true,
    minify: false,
    // all in one folder, because paths are resolved from there
    rolldownOptions: {
      input: programs(),
      external: OTHER_DATABASES,
      output: { chunkFileNames: '[name]-[hash].js' },
    },
  },
};
