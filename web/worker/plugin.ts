import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';
import type { Shell } from './worker.ts';

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));

type Chunk = { file: string; imports?: string[]; css?: string[] };

/** The code that the page asks for before it shows anything, with its style; pictures and fonts come with it from the browser's own cache. */
const filesOf = (manifest: Record<string, Chunk>): string[] => {
  const found = new Set<string>();
  const seen = new Set<string>();
  const add = (name: string): void => {
    const chunk = manifest[name];
    if (!chunk || seen.has(name)) return;
    seen.add(name);
    for (const file of [chunk.file, ...(chunk.css ?? [])]) if (/\.(js|css)$/.test(file)) found.add(`/${file}`);
    for (const other of chunk.imports ?? []) add(other);
  };
  add('index.html');
  return [...found].sort();
};

const codeWith = async (shell: Shell): Promise<string> => {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    define: { __SHELL__: JSON.stringify(shell) },
    build: { write: false, target: 'es2022', lib: { entry: here('./main.ts'), formats: ['iife'], name: 'worker' } },
  });
  const [first] = [built].flat();
  const chunk = first && 'output' in first ? first.output[0] : undefined;
  if (!chunk) throw new Error('the worker was not built');
  return chunk.code;
};

/** The service worker as one file, which knows the files of this build: its bytes change with them, which is how browsers find a new one. */
export const worker = (folder: string): Plugin => ({
  name: 'worker',
  apply: 'build',
  closeBundle: async () => {
    const files = filesOf(JSON.parse(readFileSync(`${folder}/.vite/manifest.json`, 'utf8')));
    if (files.length === 0) throw new Error('the first page of this build asks for nothing');
    const print = createHash('sha256').update(files.join('\n'));
    for (const file of ['offline.html', 'offline.js']) print.update(readFileSync(here(`../public/${file}`)));
    const version = print.digest('hex').slice(0, 16);
    writeFileSync(`${folder}/sw.js`, await codeWith({ version, files }));
  },
});
