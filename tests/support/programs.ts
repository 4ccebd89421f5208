import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    programs: 'built' | 'sources';
  }
}

/** What Node is called with for a program of `infrastructure`, in the folder of the repository. `before`: a module that is loaded before it. */
export const nodeArguments = (program: string, before?: string): string[] => {
  const first = before === undefined ? [] : ['--import', before];
  // what is loaded before changes modules, which a bundle has none of
  const built = program === 'main' && before === undefined ? 'bundle' : 'server/infrastructure';
  return inject('programs') === 'built'
    ? ['--enable-source-maps', ...first, `dist/${built}/${program}.js`]
    : ['--conditions=source', '--import', 'tsx', ...first, `infrastructure/${program}.ts`];
};
