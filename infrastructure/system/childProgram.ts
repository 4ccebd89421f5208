import { fileURLToPath } from 'node:url';

/** What a process of its own is started from. */
export type Program = { file: string; execArgv: readonly string[] };

const FROM_SOURCES = ['--conditions=source', '--import', 'tsx'];

/** The program `name` in the folder of the module at `url`: compiled, or its sources where those run. */
export const childProgram = (url: string, name: string): Program => {
  const extension = url.endsWith('.ts') ? 'ts' : 'js';
  const file = fileURLToPath(new URL(`./${name}.${extension}`, url));
  return { file, execArgv: extension === 'ts' ? FROM_SOURCES : [] };
};
