import { relative } from 'node:path';
import { at, readIfThere } from './paths.mjs';

const OUT = at('dist/bundle');

/** What a script of package.json starts: the server, and what operators run. */
const programs = () => {
  const { scripts } = JSON.parse(readIfThere(at('package.json')));
  const names = Object.values(scripts).flatMap((script) => /dist\/bundle\/(\w+)\.js/.exec(script)?.[1] ?? []);
  return Object.fromEntries(
    names.map((name) => [name, at(`infrastructure/${name === 'main' ? '' : 'cli/'}${name}.ts`)]),
  );
};

/** What a module finds by its own place lies by what the compiler made of it. */
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

/** Packages of many small files that every start loads, each with what it brings: finding and reading those is a fifth of a start. */
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

/** Drivers that knex would ask for if it were told of their databases. */
const OTHER_DATABASES = /^(better-sqlite3|mariadb|mysql2?|oracledb|pg-query-stream|sqlite3|tedious)(\/|$)/;

/**
 * For vite: the programs in few files, since finding and linking 600 modules is a third of what a start takes. The other packages stay
 * outside.
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
    // all in one folder: places are told from there
    rolldownOptions: {
      input: programs(),
      external: OTHER_DATABASES,
      output: { chunkFileNames: '[name]-[hash].js' },
    },
  },
};
