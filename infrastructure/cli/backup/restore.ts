import { chownSync, lchownSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { Client } from 'pg';
import { z } from 'zod';
import { startEmbedded } from '../../composition/storage.ts';
import { type Account, serverAccount, sharedFolder } from '../../postgres/embedded/account.ts';
import { findBinaries } from '../../postgres/embedded/binaries.ts';
import { placeCluster } from '../../postgres/embedded/cluster.ts';
import { runProgram } from '../../postgres/embedded/server.ts';
import type { DataLocations } from '../../settings/config.ts';
import { RESTORING } from '../../settings/restoring.ts';
import { StartFailure } from '../../system/startFailure.ts';
import { type ArchiveEntry, HEADER, readArchive } from './archive.ts';

const made = z.object({ format: z.literal(1), madeAt: z.string(), postgres: z.int() });

type RestoreOptions = {
  places: Pick<DataLocations, 'dataDir' | 'databaseUrl' | 'eventStoreUrl'>;
  file: string;
  write(line: string): void;
};

const refuse = ({ places: { dataDir, databaseUrl, eventStoreUrl } }: RestoreOptions): void => {
  if (databaseUrl !== undefined || eventStoreUrl !== undefined)
    throw new StartFailure('a backup of the embedded database is restored without DATABASE_URL and EVENTSTORE_URL');
  mkdirSync(dataDir, { recursive: true });
  const there = readdirSync(dataDir);
  if (there.includes(RESTORING))
    throw new StartFailure(`a restore into ${dataDir} is under way or was cut off: wait for it, or empty the folder`);
  if (there.length > 0)
    throw new StartFailure(`${dataDir} (DATA_DIR) is not empty: a backup is restored into an empty folder only`);
};

const writeFile = async (path: string, mode: number, content: AsyncIterable<Buffer>): Promise<void> => {
  mkdirSync(dirname(path), { recursive: true });
  const handle = await open(path, 'wx', mode);
  try {
    for await (const chunk of content) await handle.writeFile(chunk);
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** Target path of an entry; undefined if it would leave the folder. */
const pathOf = (name: string, staging: string, cluster: string): string | undefined => {
  const [, root = '', rest = ''] = /^(data|cluster)\/?(.*)$/.exec(name) ?? [];
  if (root === '') return undefined;
  const base = root === 'data' ? staging : cluster;
  const path = resolve(base, rest);
  return relative(base, path).startsWith('..') ? undefined : path;
};

const giveTo = (account: Account, path: string): void => {
  chownSync(path, account.uid, account.gid);
  for (const entry of readdirSync(path, { withFileTypes: true }))
    if (entry.isDirectory()) giveTo(account, join(path, entry.name));
    else lchownSync(join(path, entry.name), account.uid, account.gid);
};

const majorOfServer = async (account: Account | undefined): Promise<number> => {
  const { output } = await runProgram(await findBinaries(account), 'postgres', ['--version'], account);
  return Number(/ (\d+)/.exec(output)?.[1]);
};

/** Starts the server once, which replays the WAL and proves the database usable. */
const countEvents = async (dataDir: string): Promise<number> => {
  const server = await startEmbedded({ dataDir });
  const client = new Client({ connectionString: server.url });
  try {
    await client.connect();
    const { rows } = await client.query('SELECT count(*)::int AS events FROM events');
    return rows[0].events;
  } finally {
    await client.end();
    await server.stop({ evenIfUsed: true });
  }
};

/** Restores a backup into an empty data folder, and empties it again on failure. @throws StartFailure */
export const restoreBackup = async (restoring: RestoreOptions): Promise<void> => {
  refuse(restoring);
  const { places, file, write } = restoring;
  const { dataDir } = places;
  const staging = join(dataDir, RESTORING);
  mkdirSync(staging, { mode: 0o755 });
  const account = serverAccount();
  let cluster: string | undefined;
  try {
    const place = placeCluster(join(staging, 'postgres'), account, sharedFolder);
    cluster = place;
    const major = await majorOfServer(account);
    let head: z.output<typeof made> | undefined;
    const take = async ({ name, isFolder, mode, content }: ArchiveEntry): Promise<void> => {
      if (head === undefined) {
        if (name !== HEADER) throw new StartFailure(`${file} is no backup of Reliquary`);
        const read = made.safeParse(JSON.parse(await text(content)));
        if (!read.success) throw new StartFailure(`${file} was made by another release, which has to restore it`);
        head = read.data;
        if (head.postgres !== major)
          throw new StartFailure(`${file} is of PostgreSQL ${head.postgres}, and this release brings ${major}`);
        return;
      }
      const path = pathOf(name, staging, place);
      if (path === undefined) throw new StartFailure(`${file} is no backup of Reliquary: it names ${name}`);
      if (isFolder) mkdirSync(path, { recursive: true, mode });
      else await writeFile(path, mode, content);
    };
    await readArchive(file, take);
    if (account) giveTo(account, place);
    const events = await countEvents(join(staging, 'postgres'));
    for (const name of readdirSync(staging)) renameSync(join(staging, name), join(dataDir, name));
    rmdirSync(staging);
    write(`${dataDir} holds ${events} events again, as of ${head?.madeAt}.`);
    write('Now run: npm run attest -- --files');
  } catch (error) {
    if (cluster !== undefined)
      for (const path of [cluster, `${cluster}.owner`]) rmSync(path, { recursive: true, force: true });
    rmSync(staging, { recursive: true, force: true });
    throw error;
  }
};
