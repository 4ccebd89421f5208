import { basename } from 'node:path';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    programs: 'built' | 'sources';
  }
}

/** What Node is called with for `main`, or a program of `cli`, in the folder of the repository. `before`: a module that is loaded before it. */
export const nodeArguments = (program: string, before?: string): string[] => {
  const first = before === undefined ? [] : ['--import', before];
  // what is loaded before changes modules, which a bundle has none of
  const built = before === undefined ? `bundle/${basename(program)}` : `server/infrastructure/${program}`;
  return inject('programs') === 'built'
    ? ['--enable-source-maps', ...first, `dist/${built}.js`]
    : ['--conditions=source', '--import', 'tsx', ...first, `infrastructure/${program}.ts`];
};
