import { readFileSync } from 'node:fs';
import { type ManifestOptions, VitePWA } from 'vite-plugin-pwa';

type Chunk = { file: string; imports?: string[]; css?: string[] };
type Entry = { url: string; revision: string | null; size: number };

/** The first page's code and style sheet; pictures and fonts use the browser's own cache. */
const filesOf = (manifest: Record<string, Chunk>): Set<string> => {
  const found = new Set<string>();
  const seen = new Set<string>();
  const add = (name: string): void => {
    const chunk = manifest[name];
    if (!chunk || seen.has(name)) return;
    seen.add(name);
    for (const file of [chunk.file, ...(chunk.css ?? [])]) found.add(file);
    for (const other of chunk.imports ?? []) add(other);
  };
  add('index.html');
  return found;
};

const OFFLINE = ['offline.html', 'offline.js'];

/**
 * From the files found by name, keeps those of the first page; the manifest's icons are added later and not cached.
 */
const shellOf = (folder: string) => (entries: Entry[]) => {
  const files = filesOf(JSON.parse(readFileSync(`${folder}/.vite/manifest.json`, 'utf8')));
  if (files.size === 0) throw new Error('the first page of this build asks for nothing');
  const kept = entries.filter(({ url }) => files.has(url) || OFFLINE.includes(url));
  return { manifest: kept.map((entry) => ({ ...entry, url: `/${entry.url}` })), warnings: [] };
};

const ICONS: ManifestOptions['icons'] = [
  { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
  { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
  { src: '/icon-maskable.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
];

/**
 * The web app manifest, and the service worker as one file that lists the build's files: its bytes change with them,
 * which is how browsers detect an update.
 */
export const worker = (folder: string) =>
  VitePWA({
    strategies: 'injectManifest',
    srcDir: 'worker',
    filename: 'sw.ts',
    // `api/push.ts` registers it after the page load
    injectRegister: false,
    includeManifestIcons: false,
    injectManifest: {
      globPatterns: ['assets/*.{js,css}', ...OFFLINE],
      manifestTransforms: [shellOf(folder)],
      rollupFormat: 'iife',
      target: 'es2022',
      sourcemap: false,
      // As quiet as the surrounding build.
      buildPlugins: { vite: [{ name: 'quiet', config: () => ({ logLevel: 'warn' }) }] },
    },
    manifest: {
      name: 'Reliquary',
      short_name: 'Reliquary',
      description: 'Buy and sell collectible miniatures across Europe. Every sale is protected by escrow.',
      id: '/',
      start_url: '/',
      scope: '/',
      display: 'standalone',
      lang: 'en-GB',
      background_color: '#100c08',
      theme_color: '#100c08',
      icons: ICONS,
    },
  });
