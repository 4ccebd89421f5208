import { basename } from 'node:path';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    programs: 'built' | 'sources';
  }
}

/** Node arguments for `main` or a `cli` program. `before`: a module to preload. */
export const nodeArguments = (program: string, before?: string): string[] => {
  const first = before === undefined ? [] : ['--import', before];
  // preloaded modules change others, which only works without the bundle
  const built = before === undefined ? `bundle/${basename(program)}` : `server/infrastructure/${program}`;
  return inject('programs') === 'built'
    ? ['--enable-source-maps', ...first, `dist/${built}.js`]
    : ['--conditions=source', '--import', 'tsx', ...first, `infrastructure/${program}.ts`];
};
