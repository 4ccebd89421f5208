import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** In development the pages come from vite, everything else from the server (`API_URL`, by default the one of `npm start`). */
const server = process.env.API_URL ?? 'http://127.0.0.1:3000';

/** The package's own entry is its development build, whose warnings nobody sees here; 3 kB on the way to every first page. */
const router = [
  { find: /^react-router$/, replacement: folder('../node_modules/react-router/dist/production/index.mjs') },
  { find: /^react-router\/dom$/, replacement: folder('../node_modules/react-router/dist/production/dom-export.mjs') },
];

export default defineConfig(({ command }) => ({
  root: folder('.'),
  plugins: [react(), tailwindcss()],
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
          groups: [{ name: 'frame', test: /node_modules\/(react|react-dom|scheduler|react-router)\// }],
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
