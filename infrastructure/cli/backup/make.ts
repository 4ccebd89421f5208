import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { Client } from 'pg';
import { startEmbedded } from '../../composition/storage.ts';
import { PART } from '../../files/folderFiles.ts';
import type { Config } from '../../settings/config.ts';
import { StartFailure } from '../../system/startFailure.ts';
import { type ArchiveWriter, createArchive, HEADER } from './archive.ts';
import { addCluster } from './clusterFiles.ts';

/** Files at the top of a data folder, including keys of a rotation. */
const KEPT = /^(secrets\.json|vapid-key|log-head|log-signing-key(\.(next|[0-9a-f]{8}))?)$/;

type BackupOptions = {
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'eventStoreUrl' | 's3'>;
  file: string;
  write(line: string): void;
  /** Receives the cleanup to run if the program is interrupted. */
  begun?: (remove: () => void) => void;
};

/** Skips files already added. */
const addFiles = async (archive: ArchiveWriter, dataDir: string, below: string): Promise<void> => {
  if (!existsSync(join(dataDir, below))) return;
  for (const entry of readdirSync(join(dataDir, below), { withFileTypes: true })) {
    const path = `${below}/${entry.name}`;
    if (entry.isDirectory()) await addFiles(archive, dataDir, path);
    else if (entry.isFile() && !entry.name.endsWith(PART) && !archive.has(`data/${path}`))
      await archive.addFile(`data/${path}`, join(dataDir, path));
  }
};

const refuse = ({ config: { dataDir, databaseUrl, eventStoreUrl }, file }: BackupOptions): void => {
  if (databaseUrl !== undefined)
    throw new StartFailure('the database is at DATABASE_URL: back it up with pg_dump (infrastructure/runbook.md)');
  if (eventStoreUrl !== undefined)
    throw new StartFailure('the events are at EVENTSTORE_URL: back them up there (infrastructure/runbook.md)');
  if (existsSync(file)) throw new StartFailure(`${file} exists: choose another name`);
  const folder = dirname(resolve(file));
  if (!existsSync(folder)) throw new StartFailure(`the folder ${folder} does not exist`);
  if (`${realpathSync(folder)}${sep}`.startsWith(`${realpathSync(dataDir)}${sep}`))
    throw new StartFailure(`${file} is in the data folder that it is to save: choose a place outside of ${dataDir}`);
};

/** Backs up database, files and secrets of a running embedded marketplace into one file. @throws StartFailure */
export const makeBackup = async (making: BackupOptions): Promise<void> => {
  refuse(making);
  const { config, file, write, begun } = making;
  const { dataDir, s3 } = config;
  const server = await startEmbedded({ dataDir: join(dataDir, 'postgres') });
  const client = new Client({ connectionString: server.url });
  // errors surface where the connection is used
  client.on('error', () => undefined);
  let archive: ArchiveWriter | undefined;
  try {
    await client.connect();
    archive = await createArchive(file);
    begun?.(archive.remove);
    const { rows } = await client.query("SELECT current_setting('server_version_num')::int / 10000 AS postgres");
    const made = { format: 1, madeAt: new Date().toISOString(), postgres: rows[0].postgres };
    await archive.addText(HEADER, JSON.stringify(made));
    // before the database, which must contain the last signed checkpoint
    for (const name of readdirSync(dataDir).filter((name) => KEPT.test(name)))
      await archive.addFile(`data/${name}`, join(dataDir, name));
    await archive.addFile('data/postgres/password', join(dataDir, 'postgres', 'password'));
    // before and after the database: files may be deleted meanwhile, and the last event may name new ones
    if (s3 === undefined) await addFiles(archive, dataDir, 'files');
    await addCluster(archive, client);
    if (s3 === undefined) await addFiles(archive, dataDir, 'files');
    await archive.finish();
  } catch (error) {
    archive?.remove();
    throw error;
  } finally {
    await client.end();
    await server.stop();
  }
  write(
    `${file} holds the database, ${s3 === undefined ? 'the files' : 'but not the bucket (S3_BUCKET)'} and the secrets of ${dataDir}.`,
  );
  write(
    `It has ${Math.ceil(statSync(file).size / 1024 ** 2)} MB. Whoever has ${basename(file)} can read all personal data: encrypt it.`,
  );
  const given = ['MASTER_KEY', 'JWT_SECRET', 'LOG_SIGNING_KEY'].filter(
    (name) => process.env[name] || process.env[`${name}_FILE`],
  );
  if (given.length > 0) write(`It does not hold what the environment sets: ${given.join(', ')}. Keep that elsewhere.`);
};
