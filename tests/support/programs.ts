import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    programs: 'built' | 'sources';
  }
}

/** What Node is called with for a program of `infrastructure`, in the folder of the repository. */
export const nodeArguments = (program: string): string[] =>
  inject('programs') === 'built'
    ? ['--enable-source-maps', `dist/server/infrastructure/${program}.js`]
    : ['--conditions=source', '--import', 'tsx', `infrastructure/${program}.ts`];
