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
import { openBankPhotos } from '#application/transactions/bankPhotos.ts';
import { evidenceCommands } from '#application/transactions/evidence.ts';
import { transactionCommands } from '#application/transactions/transactions.ts';
import { shareTransaction } from '#projections/conversations/queries.ts';
import { completedTransactionsOf } from '#projections/transactions/queries.ts';
import { openActivity } from '../accounts/activity.ts';
import type { HashingCost } from '../accounts/passwordHashing.ts';
import { openPostgresAdmins } from '../accounts/postgresAdmins.ts';
import { openPostgresGuesses, openPostgresOpenings, openPostgresSecurityCounts } from '../accounts/postgresCounters.ts';
import { openPostgresCredentials } from '../accounts/postgresCredentials.ts';
import { openPostgresDevices } from '../accounts/postgresDevices.ts';
import { openPostgresPasskeys } from '../accounts/postgresPasskeys.ts';
import { openPostgresSecondFactors } from '../accounts/postgresSecondFactors.ts';
import { importSessionKey, openPostgresSessions } from '../accounts/postgresSessions.ts';
import { openMonthlyDigest } from '../crypto/monthlyDigest.ts';
import { openEvidenceUploads } from '../files/evidenceUploads.ts';
import { toBankDocument } from '../files/pictures/bankDocument.ts';
import type { Pictures } from '../files/pictures/pictures.ts';
import { openUnusedMessageImages, openUnusedPhotos } from '../files/unusedUploads.ts';
import { openReconciliation } from '../policies/reconciliation.ts';
import type { Config } from '../settings/config.ts';
import { newId } from '../system/ids.ts';
import type { Gateways } from './gateways.ts';
import type { Storage } from './storage.ts';

/** Used when rate limits are off. */
const ANY_NUMBER: Openings = { take: async (_account, _conversation, { at }) => ({ taken: true, oldest: at }) };

export type Services = Awaited<ReturnType<typeof openServices>>;

type ServicesOptions = {
  config: Config;
  storage: Storage;
  repository: Repository;
  clock: Clock;
  log: Logger;
  gateways: Gateways;
  pictures: Pictures;
  countries: Countries;
  hashingCost: HashingCost | undefined;
  publicUrl: string;
  /** How long buyers wait for the provider, ms. Default: the application's. */
  patience?: number | undefined;
};

/**
 * Wires the application services to their adapters. Sign-ins use the system clock, everything else the marketplace
 * clock.
 */
export const openServices = async ({
  config,
  storage,
  repository,
  clock,
  log,
  gateways,
  pictures,
  countries,
  hashingCost,
  publicUrl,
  patience,
}: ServicesOptions) => {
  const { db, hashName } = storage;
  const { jobs, files, payments } = gateways;
  const key = await importSessionKey(new Uint8Array(Buffer.from(config.secrets.jwt)));
  const sessions = openPostgresSessions({ db, key, newId });
  const credentials = openPostgresCredentials({ db, ...(hashingCost && { cost: hashingCost }) });
  const shared = { repository, clock, newId };
  const factors = openPostgresSecondFactors({ db, keys: storage.keys });
  const passkeys = openPostgresPasskeys({ db, publicUrl });
  const uploads = openEvidenceUploads(db);
  const security = securityLog({
    ...shared,
    counts: openPostgresSecurityCounts(db),
    digest: openMonthlyDigest(storage.keys),
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
    reconciliation: openReconciliation(db),
    bankPhotos: openBankPhotos({ repository, files, toBankDocument }),
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
      loosePhotos: openUnusedMessageImages(db),
      processImage: pictures.messageImage,
      shareTransaction: (one, other) => shareTransaction(db, one, other),
      openings: config.rateLimits ? openPostgresOpenings(db) : ANY_NUMBER,
      completedTransactions: (account, most) => completedTransactionsOf(db, account, most),
      publicUrl,
    }),
    listings: listingCommands({ ...shared, files, loosePhotos: openUnusedPhotos(db), processImage: pictures.photo }),
    identity: sellerIdentity({ repository, payments, jobs, publicUrl }),
    sales: transactions,
    reviews: reviewCommands({ repository, sales: transactions, clock, publicUrl }),
    evidence: evidenceCommands({ ...shared, files, uploads, processImage: pictures.photo, log }),
  };
};
