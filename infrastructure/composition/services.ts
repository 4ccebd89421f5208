import type { Logger } from 'pino';
import { accountCommands } from '#application/accounts/accounts.ts';
import { roleCommands } from '#application/accounts/roles.ts';
import { sellerIdentity } from '#application/accounts/sellerIdentity.ts';
import type { Countries } from '#application/accounts/storage.ts';
import { securityLog } from '#application/audit/securityLog.ts';
import { conversationCommands } from '#application/conversations/conversations.ts';
import type { Openings } from '#application/conversations/storage.ts';
import { listingCommands } from '#application/listings/listings.ts';
import { accountWarnings, linkEmails } from '#application/notifications/emails/emailJob.ts';
import type { Clock } from '#application/ports/clock.ts';
import { reviewCommands } from '#application/reviews/reviews.ts';
import type { Repository } from '#application/streams/repository.ts';
import { evidenceCommands } from '#application/transactions/evidence.ts';
import { transactionCommands } from '#application/transactions/transactions.ts';
import { shareTransaction } from '#projections/conversations/queries.ts';
import { completedTransactionsOf } from '#projections/transactions/queries.ts';
import { openActivity } from '../accounts/activity.ts';
import type { HashingCost } from '../accounts/passwordHashing.ts';
import { openPostgresAdmins } from '../accounts/postgresAdmins.ts';
import { openPostgresCredentials } from '../accounts/postgresCredentials.ts';
import { openPostgresDevices } from '../accounts/postgresDevices.ts';
import { openPostgresGuesses } from '../accounts/postgresGuesses.ts';
import { openPostgresOpenings } from '../accounts/postgresOpenings.ts';
import { openPostgresPasskeys } from '../accounts/postgresPasskeys.ts';
import { openPostgresSecondFactors } from '../accounts/postgresSecondFactors.ts';
import { openPostgresSecurityCounts } from '../accounts/postgresSecurityCounts.ts';
import { importSessionKey, openPostgresSessions } from '../accounts/postgresSessions.ts';
import { openMonthlyDigest } from '../crypto/monthlyDigest.ts';
import { openEvidenceUploads } from '../files/evidenceUploads.ts';
import { openLooseMessageImages, openLoosePhotos } from '../files/loosePhotos.ts';
import type { Pictures } from '../files/pictures/pictures.ts';
import type { Config } from '../settings/config.ts';
import { newId } from '../system/ids.ts';
import type { Engines } from './engines.ts';
import type { Outside } from './outside.ts';

/** Where limits are off. */
const ANY_NUMBER: Openings = { take: async (_account, _conversation, { at }) => ({ taken: true, oldest: at }) };

export type Services = Awaited<ReturnType<typeof openServices>>;

type ServicesOptions = {
  config: Config;
  engines: Engines;
  repository: Repository;
  clock: Clock;
  log: Logger;
  outside: Outside;
  pictures: Pictures;
  countries: Countries;
  hashingCost: HashingCost | undefined;
  publicUrl: string;
  /** Buyers wait so long for the provider, ms, where it is not as long as the application says. */
  patience?: number | undefined;
};

/** The application's services on their adapters. Sign-ins run on the system's clock, all else on the marketplace's. */
export const openServices = async ({
  config,
  engines,
  repository,
  clock,
  log,
  outside,
  pictures,
  countries,
  hashingCost,
  publicUrl,
  patience,
}: ServicesOptions) => {
  const { db, hashName } = engines;
  const { jobs, files, payments } = outside;
  const key = await importSessionKey(new Uint8Array(Buffer.from(config.secrets.jwt)));
  const sessions = openPostgresSessions({ db, key, newId });
  const credentials = openPostgresCredentials({ db, ...(hashingCost && { cost: hashingCost }) });
  const shared = { repository, clock, newId };
  const factors = openPostgresSecondFactors({ db, keys: engines.keys });
  const passkeys = openPostgresPasskeys({ db, publicUrl });
  const uploads = openEvidenceUploads(db);
  const security = securityLog({
    ...shared,
    counts: openPostgresSecurityCounts(db),
    digest: openMonthlyDigest(engines.keys),
    hashName,
    log,
  });
  const accounts = accountCommands({
    ...shared,
    credentials,
    sessions,
    links: linkEmails(jobs),
    devices: openPostgresDevices(db),
    countries,
    factors,
    passkeys,
    guesses: openPostgresGuesses(db),
    warnings: accountWarnings(jobs),
    security,
    hashName,
    activity: openActivity(db),
  });
  const transactions = transactionCommands({
    ...shared,
    payments,
    evidence: uploads,
    publicUrl,
    ...(patience && { patience }),
  });
  return {
    sessions,
    accounts,
    security,
    factors,
    passkeys,
    roles: roleCommands({ accounts, admins: openPostgresAdmins(db) }),
    conversations: conversationCommands({
      ...shared,
      files,
      loosePhotos: openLooseMessageImages(db),
      processImage: pictures.messageImage,
      shareSale: (one, other) => shareTransaction(db, one, other),
      openings: config.rateLimits ? openPostgresOpenings(db) : ANY_NUMBER,
      completedSales: (account, most) => completedTransactionsOf(db, account, most),
      publicUrl,
    }),
    listings: listingCommands({ ...shared, files, loosePhotos: openLoosePhotos(db), processImage: pictures.photo }),
    identity: sellerIdentity({ repository, payments, jobs, publicUrl }),
    sales: transactions,
    reviews: reviewCommands({ repository, sales: transactions, publicUrl }),
    evidence: evidenceCommands({ ...shared, files, uploads, processImage: pictures.photo, log }),
  };
};
