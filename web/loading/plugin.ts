import { fileURLToPath } from 'node:url';
import type { ModulePreloadOptions, Plugin } from 'vite';

const loader = fileURLToPath(new URL('./load.ts', import.meta.url));

/** Vite's wrapper around every `import()`. */
const HELPER = '\0vite/preload-helper.js';

/** Loaded by the HTML itself, so never requested later. */
const IN_THE_PAGE = /\/(index|frame|query|rolldown-runtime)-[\w-]+\.js$/;

/** All files of a part including itself, which Vite omits if it has no imports. */
export const filesOfPart: NonNullable<Exclude<ModulePreloadOptions['resolveDependencies'], undefined>> = (
  file,
  others,
  { hostType },
) => (hostType === 'html' ? others : [...new Set([file, ...others])].filter((each) => !IN_THE_PAGE.test(each)));

/** Replaces Vite's preload helper with `load.ts`: browsers remember a failed `modulepreload`. */
export const laterParts = (): Plugin => ({
  name: 'later-parts',
  apply: 'build',
  enforce: 'pre',
  load: {
    filter: { id: /preload-helper/ },
    handler: (id) => (id === HELPER ? `export { load as __vitePreload } from ${JSON.stringify(loader)};` : null),
  },
});
