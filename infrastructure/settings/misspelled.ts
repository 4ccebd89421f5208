import { VARIABLES } from './config.ts';

/** Levenshtein distance. */
const distance = (one: string, other: string): number => {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1];
    for (const [place, its] of [...other].entries())
      next.push(Math.min(row[place + 1]! + 1, next[place]! + 1, row[place]! + (letter === its ? 0 : 1)));
    row = next;
  }
  return row.at(-1)!;
};

const SHORT = 6;
const isAlmost = (name: string, known: string): boolean =>
  distance(name.toUpperCase(), known) <= (known.length < SHORT ? 1 : 2);

/** Unknown variables that resemble an unset setting. */
export const misspelledSettings = (environment: NodeJS.ProcessEnv): { name: string; meant: string }[] =>
  Object.keys(environment)
    .filter((name) => !VARIABLES.includes(name) && !VARIABLES.includes(name.replace(/_FILE$/, '')))
    .flatMap((name) => {
      const meant = VARIABLES.find((known) => !environment[known] && isAlmost(name, known));
      return meant === undefined ? [] : [{ name, meant }];
    });
