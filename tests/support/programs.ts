import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    programs: 'built' | 'sources';
  }
}

/** What Node is called with for a program of `infrastructure`, in the folder of the repository. `before`: a module that is loaded before it. */
export const nodeArguments = (program: string, before?: string): string[] => {
  const first = before === undefined ? [] : ['--import', before];
  return inject('programs') === 'built'
    ? ['--enable-source-maps', ...first, `dist/server/infrastructure/${program}.js`]
    : ['--conditions=source', '--import', 'tsx', ...first, `infrastructure/${program}.ts`];
};
