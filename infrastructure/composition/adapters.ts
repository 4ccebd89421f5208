import { join } from 'node:path';
import type { Knex } from 'knex';
import type { Clock } from '#application/ports/clock.ts';
import type { Files } from '#application/ports/files.ts';
import type { Log } from '#application/ports/log.ts';
import type { Mailer } from '#application/ports/mail.ts';
import type { Payments } from '#application/ports/payments.ts';
import { openFolderFiles, sweepFolder } from '../files/folderFiles.ts';
import type { OperableJobs } from '../jobs/operableJobs.ts';
import { openPostgresJobs } from '../jobs/postgresJobs.ts';
import { type Outbox, openOutbox } from '../mail/outbox.ts';
import { openSimulatedProvider, type SimulatedProvider } from '../payments/simulated/provider.ts';
import { makeVapidKey, readVapidKey, type VapidKey } from '../push/vapidKey.ts';
import { openWebPush } from '../push/webPush.ts';
import type { Config } from '../settings/config.ts';
import { newId } from '../system/ids.ts';
import { StartFailure } from '../system/startFailure.ts';
import { readOrCreate } from '../transparency/atomicFile.ts';

const SWEPT_EVERY_MS = 6 * 60 * 60_000;

type Shared = { db: Knex; clock: Clock; log: Log };

/** Settings choose the adapter. Libraries of the others are not loaded, which keeps starts short. */
export const openJobs = async (
  { redisUrl, database }: Pick<Config, 'redisUrl' | 'database'>,
  { url, ...shared }: Shared & { url: string },
): Promise<OperableJobs> => {
  if (redisUrl === undefined)
    return openPostgresJobs({ connectionString: url, size: database.jobsPoolSize, ...shared });
  const { openRedisJobs } = await import('../jobs/redisJobs.ts');
  return openRedisJobs({ redisUrl, ...shared });
};

type FilesConfig = Pick<Config, 's3' | 'dataDir'>;
type OpenFiles = { files: Files; close(): void };

/** Folder of local files. */
export const folderOf = ({ dataDir }: FilesConfig): string => join(dataDir, 'files');

/** Files alone, for tools that run next to a marketplace. */
export const openKeptFiles = async (config: FilesConfig): Promise<OpenFiles> => {
  if (config.s3 === undefined) return { files: openFolderFiles(folderOf(config)), close: () => undefined };
  const { openS3Files } = await import('../files/s3Files.ts');
  const files = openS3Files(config.s3);
  return { files, close: files.close };
};

const keysMissing = (error: unknown): unknown =>
  error instanceof Error && error.name === 'CredentialsProviderError'
    ? new StartFailure(
        'S3_BUCKET is set, and nothing says with which keys: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or the role of the machine',
      )
    : error;

/** @throws StartFailure for a bucket without credentials */
export const openFiles = async (config: FilesConfig, log: Log): Promise<OpenFiles> => {
  if (config.s3 === undefined) {
    const folder = folderOf(config);
    const sweep = () =>
      void sweepFolder(folder, log).catch((error) =>
        log.warn({ error: String(error) }, 'unfinished files stay for now'),
      );
    sweep();
    const sweeping = setInterval(sweep, SWEPT_EVERY_MS);
    return { files: openFolderFiles(folder), close: () => clearInterval(sweeping) };
  }
  const kept = await openKeptFiles(config);
  await kept.files.link('pictures').catch((error: unknown) => {
    throw keysMissing(error);
  });
  return kept;
};

/** `list`: the developer outbox. */
export const openMailer = async (
  { smtpUrl, mailFrom, supportEmail }: Pick<Config, 'smtpUrl' | 'mailFrom' | 'supportEmail'>,
  { db, clock, log }: Shared,
): Promise<{ mailer: Mailer; list: Outbox['list']; close(): void }> => {
  if (smtpUrl === undefined) {
    const outbox = openOutbox({ db, clock });
    return { mailer: outbox, list: outbox.list, close: () => undefined };
  }
  const { openSmtpMailer } = await import('../mail/smtp.ts');
  const mailer = openSmtpMailer({ smtpUrl, from: mailFrom, answersTo: supportEmail, db, clock, log });
  return { mailer, list: async () => [], close: mailer.close };
};

/** `simulated`: set if no real provider is configured. */
export const openPayments = async (
  { stripe, secrets }: Pick<Config, 'stripe' | 'secrets'>,
  {
    localUrl,
    publicUrl,
    hash,
    ...shared
  }: Shared & { localUrl: string; publicUrl: string; hash: (text: string) => string },
): Promise<{ payments: Payments; simulated: SimulatedProvider | undefined }> => {
  if (stripe !== undefined) {
    const { openStripe } = await import('../payments/stripe/provider.ts');
    return { payments: openStripe({ settings: stripe, hash, ...shared }), simulated: undefined };
  }
  const webhookUrl = `${localUrl}/api/webhooks/payments`;
  const simulated = openSimulatedProvider({ ...shared, publicUrl, webhookUrl, newId, secret: secrets.provider });
  return { payments: simulated.payments, simulated };
};

/**
 * The configured key, or the one in the data folder, created on demand. Production needs a configured key. @throws
 * StartFailure
 */
const vapidIn = ({
  push,
  production,
  dataDir,
}: Pick<Config, 'push' | 'production' | 'dataDir'>): VapidKey | undefined => {
  if (push.vapid || production) return push.vapid;
  const file = join(dataDir, 'vapid-key');
  const key = readVapidKey(readOrCreate(file, makeVapidKey));
  if (!key) throw new StartFailure(`the file ${file} (DATA_DIR) holds no key of VAPID`);
  return key;
};

export const openPush = (config: Pick<Config, 'push' | 'production' | 'dataDir'>) => {
  const { subject, alsoAt, off } = config.push;
  return openWebPush({ vapid: off ? undefined : vapidIn(config), subject, alsoAt });
};
