import { type Engines, openEngines } from '../composition/engines.ts';
import { openMetrics } from '../observability/metrics.ts';
import { type Config, readConfig } from '../settings/config.ts';
import { lineFor } from '../system/startFailure.ts';

export const write = (line: string): void => void process.stdout.write(`${line}\n`);

/** `false`: it was not understood. A number: what the program ends with. */
export type Operation = (words: readonly string[], engines: Engines, config: Config) => Promise<boolean | number>;

/** Answers why there is nothing to work on. */
type Missing = (environment: NodeJS.ProcessEnv) => Promise<string | undefined>;

const end = (work: Promise<number>): void => {
  work.then(
    (code) => process.exit(code),
    (error: unknown) => {
      const line = lineFor(error)?.replace('Reliquary cannot start: ', '');
      process.stderr.write(`${line ?? (error instanceof Error ? error.stack : String(error))}\n`);
      process.exit(1);
    },
  );
};

/** Ends with 2 where there is nothing to work on. */
const unlessMissing = async (isMissing: Missing | undefined, work: () => Promise<number>): Promise<number> => {
  const missing = await isMissing?.(process.env);
  if (missing === undefined) return work();
  process.stderr.write(`${missing}\n`);
  return 2;
};

/** What opens for itself the little that it reads. */
export const runReading = (work: () => Promise<number>, isMissing: Missing): void =>
  end(unlessMissing(isMissing, work));

/** What operators run beside a marketplace: on its database, then it ends. */
export const runOperation = (usage: string, operation: Operation, isMissing?: Missing): void => {
  const run = async (words: readonly string[]): Promise<number> => {
    const config = readConfig(process.env);
    // A read model is built, and keys are wrapped, for as long as it takes.
    config.database.statementTimeout = 0;
    const engines = await openEngines(config, openMetrics(), () => undefined);
    try {
      const done = await operation(words, engines, config);
      if (typeof done === 'number') return done;
      if (done) return 0;
      write(usage);
      return 2;
    } finally {
      await engines.close();
    }
  };
  end(unlessMissing(isMissing, () => run(process.argv.slice(2))));
};
