import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';

const entry = fileURLToPath(new URL('./early.ts', import.meta.url));

const script = async (): Promise<string> => {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2022',
      lib: { entry, formats: ['iife'], name: 'appearance' },
    },
  });
  const [first] = [built].flat();
  const chunk = first && 'output' in first ? first.output[0] : undefined;
  if (!chunk) throw new Error('the appearance was not built');
  return chunk.code;
};

/**
 * The one script that the page waits for before it is drawn: no module, which would run after the first paint, and not in the page itself,
 * where its policy allows none. Its name has its hash in it, so it comes once. It stands behind what it changes in the head.
 */
export const earlyAppearance = (): Plugin => ({
  name: 'early-appearance',
  generateBundle: {
    order: 'pre',
    handler: async function () {
      this.emitFile({ type: 'asset', name: 'appearance.js', source: await script() });
    },
  },
  transformIndexHtml: {
    order: 'post',
    handler: (html, { server, bundle }) => {
      const file = Object.keys(bundle ?? {}).find((name) => /\/appearance-[\w-]+\.js$/.test(name));
      const members = Object.values(bundle ?? {}).find((chunk) => chunk.type === 'chunk' && chunk.name === 'member');
      const tag = server
        ? '<script type="module" src="/appearance/early.ts">'
        : `<script src="/${file}" data-members="/${members?.fileName}">`;
      return html.replace('<title>', `${tag}</script>\n    <title>`);
    },
  },
});
