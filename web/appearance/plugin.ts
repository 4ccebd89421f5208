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
 * The only script that blocks the first paint: a module would run too late, and the CSP forbids inline scripts. Its
 * name contains its hash. It follows the head elements that it changes.
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
      // a part of the build may have the same name
      const file = Object.values(bundle ?? {}).find(
        ({ type, fileName }) => type === 'asset' && /\/appearance-[\w-]+\.js$/.test(fileName),
      )?.fileName;
      const members = Object.values(bundle ?? {}).find((chunk) => chunk.type === 'chunk' && chunk.name === 'member');
      const tag = server
        ? '<script type="module" src="/appearance/early.ts">'
        : `<script src="/${file}" data-members="/${members?.fileName}">`;
      return html.replace('<title>', `${tag}</script>\n    <title>`);
    },
  },
});
