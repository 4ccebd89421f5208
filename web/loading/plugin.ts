import { fileURLToPath } from 'node:url';
import type { ModulePreloadOptions, Plugin } from 'vite';

const loader = fileURLToPath(new URL('./load.ts', import.meta.url));

/** The function around every `import()` of the build, by the name that Vite gives it. */
const HELPER = '\0vite/preload-helper.js';

/** Part of every page's own HTML, so never asked for later. */
const IN_THE_PAGE = /\/(index|frame|query|rolldown-runtime)-[\w-]+\.js$/;

/** All files that a later part needs, itself among them: Vite leaves out a part that needs nothing else. */
export const filesOfPart: NonNullable<Exclude<ModulePreloadOptions['resolveDependencies'], undefined>> = (
  file,
  others,
  { hostType },
) => (hostType === 'html' ? others : [...new Set([file, ...others])].filter((each) => !IN_THE_PAGE.test(each)));

/** Puts `load.ts` in the place of Vite's preload helper, whose failed `modulepreload` the browser remembers as well. */
export const laterParts = (): Plugin => ({
  name: 'later-parts',
  apply: 'build',
  enforce: 'pre',
  load: {
    filter: { id: /preload-helper/ },
    handler: (id) => (id === HELPER ? `export { load as __vitePreload } from ${JSON.stringify(loader)};` : null),
  },
});
