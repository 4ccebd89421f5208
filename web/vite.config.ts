import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** In development the pages come from vite, everything else from the server (`API_URL`, by default the one of `npm start`). */
const server = process.env.API_URL ?? 'http://127.0.0.1:3000';

/** The package's own entry is its development build, whose warnings nobody sees here; 3 kB on the way to every first page. */
const router = [
  { find: /^react-router$/, replacement: folder('../node_modules/react-router/dist/production/index.mjs') },
  { find: /^react-router\/dom$/, replacement: folder('../node_modules/react-router/dist/production/dom-export.mjs') },
];

const PARTS =
  /web\/(ui\/(Badge|Photo|Price|Rating|Skeleton|States|LoadMore|Input|Button|BackLink|money)|api\/(files|client))\.tsx?$|domain\/shared\/euros/;
const OFFERINGS = /web\/listings\/(ListingCard|OfferingGrid|browseQueries|listingQueries|useOfferings|filters)\.tsx?$/;

/** At the highest level, which takes too long for a request: the server sends these files to every browser that reads them. */
const brotli = (assets: string): Plugin => ({
  name: 'brotli',
  apply: 'build',
  closeBundle: () => {
    for (const file of readdirSync(assets).filter((name) => /\.(js|css)$/.test(name)))
      writeFileSync(`${assets}/${file}.br`, brotliCompressSync(readFileSync(`${assets}/${file}`)));
  },
});

export default defineConfig(({ command }) => ({
  root: folder('.'),
  plugins: [react(), tailwindcss(), brotli(folder('../dist/web/assets'))],
  resolve: {
    ...(command === 'build' ? { alias: router } : {}),
    conditions: ['source', 'module', 'browser', 'development|production'],
  },
  build: {
    outDir: folder('../dist/web'),
    emptyOutDir: true,
    target: 'es2024',
    assetsInlineLimit: 1024,
    manifest: true,
    sourcemap: true,
    rolldownOptions: {
      output: {
        // Changes only with a new version of a library, so it stays in the browser's cache over our own releases.
        codeSplitting: {
          groups: [
            { name: 'frame', test: /node_modules\/(react|react-dom|scheduler|react-router)\// },
            {
              name: 'query',
              test: /node_modules\/@tanstack\/(?!.*([iI]nfinite|useMutation|mutationObserver|[qQ]ueries))/,
            },
            // What visitors read is made of small parts; a request for each costs more than the part.
            { name: 'parts', test: PARTS },
            { name: 'offerings', test: OFFERINGS },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      '/api': server,
      '/files': server,
      '/simulated-provider': server,
      '/dev': server,
    },
  },
}));
