import { defineConfig, mergeConfig, type Plugin } from 'vite';
import { web } from '../../web/vite.config.ts';

const { RELEASE = '', RELEASE_FOLDER = '' } = process.env;

/** Marks each chunk with its release, so that no file names coincide. */
const marked: Plugin = {
  name: 'marked',
  renderChunk: (code) => ({ code: `${code}\nglobalThis.release=${JSON.stringify(RELEASE)};\n`, map: null }),
};

/** The production web build without minification and source maps. */
export default defineConfig((env) => {
  const { plugins = [], ...rest } = web(env, RELEASE_FOLDER);
  const needed = plugins.filter((plugin) => !(plugin && 'name' in plugin && plugin.name === 'brotli'));
  return mergeConfig({ ...rest, plugins: needed }, { plugins: [marked], build: { sourcemap: false } });
});
