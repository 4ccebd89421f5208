import { defineConfig, mergeConfig, type Plugin } from 'vite';
import { web } from '../../web/vite.config.ts';

const { RELEASE = '', RELEASE_FOLDER = '' } = process.env;

/** No file of one release has the name of a file of another: each chunk says whose it is, so its hash is another. */
const marked: Plugin = {
  name: 'marked',
  renderChunk: (code) => ({ code: `${code}\nglobalThis.release=${JSON.stringify(RELEASE)};\n`, map: null }),
};

/** The web as it is built for people, but for what only makes its files smaller or explains them. */
export default defineConfig((env) => {
  const { plugins = [], ...rest } = web(env, RELEASE_FOLDER);
  const needed = plugins.filter((plugin) => !(plugin && 'name' in plugin && plugin.name === 'brotli'));
  return mergeConfig({ ...rest, plugins: needed }, { plugins: [marked], build: { sourcemap: false } });
});
