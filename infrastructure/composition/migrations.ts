import type { Knex } from 'knex';
import { projectionMigrations } from '#projections/engine/migrations.ts';
import { accountMigrations, passkeyMigrations } from '../accounts/migrations.ts';
import { savedViewMigrations } from '../accounts/postgresSavedViews.ts';
import { subjectKeyMigrations } from '../crypto/subjectKeys.ts';
import { demoMigrations } from '../demo/progress.ts';
import { eventStoreMigrations } from '../eventStores/migrations.ts';
import { snapshotMigrations } from '../eventStores/postgresSnapshots.ts';
import { evidenceMigrations } from '../files/evidenceUploads.ts';
import { unusedUploadMigrations } from '../files/unusedUploads.ts';
import { commandIdMigrations } from '../http/commandIds.ts';
import { caseReaderMigrations } from '../http/push/caseReaders.ts';
import { rateLimitMigrations } from '../http/rateLimits.ts';
import { jobCopyMigrations } from '../jobs/jobCopies.ts';
import { outboxMigrations } from '../mail/migrations.ts';
import { effectMigrations } from '../observability/effects/migrations.ts';
import { simulatedProviderMigrations } from '../payments/simulated/migrations.ts';
import { stripeMigrations } from '../payments/stripe/migrations.ts';
import { erasureListMigrations } from '../policies/erasureList.ts';
import { policyMigrations } from '../policies/migrations.ts';
import { type Migration, migrate } from '../postgres/migrate.ts';
import { pushMigrations } from '../push/postgresPushSubscriptions.ts';
import { releaseMigrations } from '../releases/processHeartbeats.ts';
import { clockMigrations } from '../system/clock.ts';
import { transparencyMigrations } from '../transparency/migrations.ts';
import { deploymentMigrations } from './deployments.ts';

/** In execution order. */
export const migrations: Migration[] = [
  ...eventStoreMigrations,
  ...subjectKeyMigrations,
  ...accountMigrations,
  ...passkeyMigrations,
  ...projectionMigrations,
  ...outboxMigrations,
  ...policyMigrations,
  ...simulatedProviderMigrations,
  ...clockMigrations,
  ...demoMigrations,
  ...rateLimitMigrations,
  ...evidenceMigrations,
  ...unusedUploadMigrations,
  ...jobCopyMigrations,
  ...stripeMigrations,
  ...snapshotMigrations,
  ...commandIdMigrations,
  ...erasureListMigrations,
  ...releaseMigrations,
  ...transparencyMigrations,
  ...pushMigrations,
  ...deploymentMigrations,
  ...effectMigrations,
  ...caseReaderMigrations,
  ...savedViewMigrations,
];

/** Returns the names of the migrations that ran. */
export const migrateAll = (db: Knex): Promise<string[]> => migrate(db, migrations);
