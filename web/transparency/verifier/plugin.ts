import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The verifier folds events that it never parses, so it ships without their schemas: 95 kB less to download and to audit. */
const withoutSchemas: Plugin = {
  name: 'without-schemas',
  enforce: 'pre',
  resolveId: (id) => (id === 'zod' ? '\0zod' : null),
  load: (id) => (id === '\0zod' ? 'export const z = new Proxy(() => z, { get: () => z });' : null),
};

const scriptOf = async (): Promise<string> => {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [withoutSchemas],
    resolve: { conditions: ['source', 'module', 'browser', 'production'] },
    build: {
      write: false,
      target: 'es2022',
      lib: { entry: here('./verifier.ts'), formats: ['iife'], name: 'verifier' },
    },
  });
  const [first] = [built].flat();
  const chunk = first && 'output' in first ? first.output[0] : undefined;
  if (!chunk) throw new Error('the verifier was not built');
  return chunk.code.replaceAll('</script', '<\\/script');
};

/** Builds a single file whose policy allows only its own script and style, and no requests. */
export const verifier = (folder: string): Plugin => ({
  name: 'verifier',
  apply: 'build',
  closeBundle: async () => {
    const [script, style] = [await scriptOf(), readFileSync(here('./verifier.css'), 'utf8')];
    const policy = `default-src 'none'; script-src ${hashOf(script)}; style-src ${hashOf(style)}; base-uri 'none'; form-action 'none'`;
    const page = readFileSync(here('./verifier.html'), 'utf8')
      .replace(`content="default-src 'none'"`, () => `content="${policy}"`)
      .replace('<style></style>', () => `<style>${style}</style>`)
      .replace('<script></script>', () => `<script>${script}</script>`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(`${folder}/verify.html`, page);
    copyFileSync(here('./FORMAT.md'), `${folder}/FORMAT.md`);
  },
});
