import { type Engines, openEngines } from '../composition/engines.ts';
import { openMetrics } from '../observability/metrics.ts';
import { type Config, readConfig } from '../settings/config.ts';
import { lineFor } from '../settings/startFailure.ts';

export const write = (line: string): void => void process.stdout.write(`${line}\n`);

export type Operation = (words: readonly string[], engines: Engines, config: Config) => Promise<boolean>;

/** What operators run beside a marketplace: on its database, then it ends. `false`: it was not understood. */
export const runOperation = (usage: string, operation: Operation): void => {
  const run = async (words: readonly string[]): Promise<number> => {
    const config = readConfig(process.env);
    // A read model is built, and keys are wrapped, for as long as it takes.
    config.database.statementTimeout = 0;
    const engines = await openEngines(config, openMetrics(), () => undefined);
    try {
      if (await operation(words, engines, config)) return 0;
      write(usage);
      return 2;
    } finally {
      await engines.close();
    }
  };
  run(process.argv.slice(2)).then(
    (code) => process.exit(code),
    (error: unknown) => {
      const line = lineFor(error)?.replace('Reliquary cannot start: ', '');
      process.stderr.write(`${line ?? (error instanceof Error ? error.stack : String(error))}\n`);
      process.exit(1);
    },
  );
};
