import { fileURLToPath } from 'node:url';

/** How to start a child process. */
export type Program = { file: string; execArgv: readonly string[] };

const FROM_SOURCES = ['--conditions=source', '--import', 'tsx'];

/** The program `name` next to the module at `url`: compiled, or from sources if this process runs from sources. */
export const childProgram = (url: string, name: string): Program => {
  const extension = url.endsWith('.ts') ? 'ts' : 'js';
  const file = fileURLToPath(new URL(`./${name}.${extension}`, url));
  return { file, execArgv: extension === 'ts' ? FROM_SOURCES : [] };
};
