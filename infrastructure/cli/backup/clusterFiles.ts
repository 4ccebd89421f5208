import { type Dirent, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from 'pg';
import { StartFailure } from '../../system/startFailure.ts';
import type { ArchiveWriter } from './archive.ts';

/** The server recreates the content of these folders, so only the empty folders are kept. */
const EMPTIED =
  /^(pg_wal|pg_replslot|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans|pg_dynshmem)$|(^|\/)pgsql_tmp[^/]*$/;
const LEFT_OUT = /^(postmaster\.(pid|opts)|server\.log|backup_label.*|tablespace_map.*)$|(^|\/)pg_internal\.init[^/]*$/;
/** Copied last: it says where recovery starts. */
const CONTROL = 'global/pg_control';

const entriesOf = (folder: string): Dirent[] => {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    // a database dropped meanwhile
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
};

const addFolder = async (archive: ArchiveWriter, cluster: string, below: string): Promise<void> => {
  for (const entry of entriesOf(join(cluster, below))) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (LEFT_OUT.test(path) || path === CONTROL) continue;
    if (entry.isDirectory()) {
      archive.addFolder(`cluster/${path}`, 0o700);
      if (!EMPTIED.test(path)) await addFolder(archive, cluster, path);
    } else if (entry.isFile()) await archive.addFile(`cluster/${path}`, join(cluster, path));
  }
};

const READS = 20;

/** The server writes it atomically, but reads may tear: two equal reads are consistent. */
const readControl = (cluster: string): Buffer => {
  const read = () => readFileSync(join(cluster, CONTROL));
  let last = read();
  for (let count = 0; count < READS; count++) {
    const next = read();
    if (next.equals(last)) return next;
    last = next;
  }
  throw new StartFailure(`${join(cluster, CONTROL)} changes all the time: try again`);
};

const addLog = async (archive: ArchiveWriter, cluster: string, from: string, to: string): Promise<void> => {
  const segments = readdirSync(join(cluster, 'pg_wal')).filter((name) => /^[0-9A-F]{24}$/.test(name));
  const wanted = segments.filter((name) => name >= from && name <= to).sort();
  if (wanted[0] !== from || wanted.at(-1) !== to)
    throw new StartFailure(`the log of the database from ${from} to ${to} is not in ${cluster}: try again`);
  for (const name of wanted) await archive.addFile(`cluster/pg_wal/${name}`, join(cluster, 'pg_wal', name));
};

/** Adds a running server's files and the WAL that makes them consistent as of the end of this call. */
export const addCluster = async (archive: ArchiveWriter, client: Client): Promise<void> => {
  const { rows: settings } = await client.query(
    "SELECT current_setting('data_directory') AS cluster, current_setting('wal_level') AS level",
  );
  const { cluster, level } = settings[0] as { cluster: string; level: string };
  if (level === 'minimal')
    throw new StartFailure(
      'the database was started by an earlier release, which cannot be backed up while it runs: stop the marketplace, start it, and try again',
    );
  archive.addFolder('cluster', statSync(cluster).mode);
  // a replication slot keeps the WAL from here on while this session lasts
  await client.query('SELECT pg_create_physical_replication_slot($1, true, true)', [`backup_${process.pid}`]);
  const started = await client.query("SELECT pg_walfile_name(pg_backup_start('reliquary', true)) AS segment");
  await addFolder(archive, cluster, '');
  await archive.addText(`cluster/${CONTROL}`, readControl(cluster));
  const { rows } = await client.query(
    'SELECT labelfile, pg_walfile_name(lsn) AS segment FROM pg_backup_stop(wait_for_archive => false)',
  );
  await archive.addText('cluster/backup_label', rows[0].labelfile);
  await addLog(archive, cluster, started.rows[0].segment, rows[0].segment);
};
