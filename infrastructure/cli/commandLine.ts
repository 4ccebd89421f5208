import { checkDeployment } from '../composition/deployments.ts';
import { type Storage, openStorage } from '../composition/storage.ts';
import { openMetrics } from '../observability/metrics.ts';
import { type Config, type DataLocations, readConfig, readDataLocations } from '../settings/config.ts';
import { allowedHostsOf } from '../settings/allowedHosts.ts';
import { guardConnections } from '../system/egress.ts';
import { publicLookup } from '../system/publicHosts.ts';
import { lineFor } from '../system/startFailure.ts';
import { missingMarketplace } from './isMarketplace.ts';

// Whoever reads has gone, as `| head` does: what was begun is finished all the same, and how it ended is still told by the number.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

export const write = (line: string): void => void process.stdout.write(`${line}\n`);
export const complain = (line: string): void => void process.stderr.write(`${line}\n`);

/** What words ask for. Answers the number that the program ends with, where that is not 0. */
export type Work = (storage: Storage, config: Config) => Promise<unknown>;

/** `undefined`: it was not understood. */
type Operation = (words: readonly string[]) => Work | undefined;

const end = (work: Promise<unknown>): void => {
  work.then(
    (code) => process.exit(typeof code === 'number' ? code : 0),
    (error: unknown) => {
      const line = lineFor(error)?.replace('Reliquary cannot start: ', '');
      complain(line ?? (error instanceof Error ? String(error.stack) : String(error)));
      process.exit(1);
    },
  );
};

/** Ends with 2 where there is nothing to work on. */
const unlessMissing = async (places: DataLocations, work: () => Promise<unknown>): Promise<unknown> => {
  const missing = await missingMarketplace(places);
  if (missing === undefined) return work();
  complain(missing);
  return 2;
};

/** Work that needs no marketplace. */
export const runAlone = (work: () => Promise<unknown>): void => end(Promise.resolve().then(work));

/** What opens for itself the little that it reads. */
export const runReading = (work: (places: ReturnType<typeof readDataLocations>) => Promise<unknown>): void => {
  const run = async () => {
    const places = readDataLocations(process.env);
    return unlessMissing(places, () => work(places));
  };
  end(run());
};

/** On a marketplace that is there. */
export const withStorage = async (work: Work): Promise<unknown> => {
  const config = readConfig(process.env);
  // they hold the same secrets as the marketplace
  guardConnections({
    places: allowedHostsOf(config, { hasAmazonKeys: process.env.AWS_ACCESS_KEY_ID !== undefined }),
    trusted: publicLookup,
    refused: (place) => complain(`a connection was refused: no setting names ${place}`),
  });
  // A read model is built, and keys are wrapped, for as long as it takes.
  config.database.statementTimeout = 0;
  const storage = await openStorage(config, openMetrics(), () => undefined);
  try {
    await checkDeployment({ db: storage.db, config, hash: storage.hashName, records: false });
    return await work(storage, config);
  } finally {
    await storage.close();
  }
};

/** What operators run beside a marketplace: on its database, then it ends. Nothing is made where there is none. */
export const runOperation = (usage: string, operation: Operation): void => {
  const work = operation(process.argv.slice(2));
  if (work) runReading(() => withStorage(work));
  else {
    write(usage);
    process.exitCode = 2;
  }
};
