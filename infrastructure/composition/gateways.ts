import { Router } from 'express';
import type { Logger } from 'pino';
import { openAttachments } from '#application/files/attachedFiles.ts';
import type { Clock } from '#application/ports/clock.ts';
import type { Effects } from '#application/ports/effects.ts';
import type { Repository } from '#application/streams/repository.ts';
import type { Choosable } from '#domain/accounts/mailChoices.ts';
import { isOfRemoved, listingAttaching, listingOfPhoto } from '#projections/listings/photos.ts';
import { reportAlteredFiles } from '../files/alteredFileReport.ts';
import { checkedFiles } from '../files/checkedFiles.ts';
import { fileRoutes } from '../files/fileRoutes.ts';
import { listingOfUnused } from '../files/unusedUploads.ts';
import { openSignedPaths } from '../http/signedPaths.ts';
import { openEmailRenderer } from '../mail/renderEmail.ts';
import { openUnsubscribing } from '../mail/unsubscribing.ts';
import { recordedJobs, recordedMailer, recordedPayments } from '../observability/effects/recorded.ts';
import type { Metrics } from '../observability/metrics.ts';
import { watchedFiles, watchedMailer, watchedPayments, watchedPushes } from '../observability/outsideCalls.ts';
import { tracedJobs } from '../observability/traced.ts';
import type { Tracing } from '../observability/tracing.ts';
import { openWebhookIntake, webhookHandlers } from '../payments/receiveWebhook.ts';
import { openProviderEvents } from '../policies/providerEvents.ts';
import { openSchedule } from '../policies/schedule.ts';
import { openPushSubscriptions } from '../push/postgresPushSubscriptions.ts';
import type { Config } from '../settings/config.ts';
import type { Closing } from '../system/closing.ts';
import { newId } from '../system/ids.ts';
import { headLine } from '../transparency/heads.ts';
import { openFiles, openJobs, openMailer, openPayments, openPush } from './adapters.ts';
import type { Storage } from './storage.ts';

export type GatewaysOptions = {
  config: Config;
  storage: Storage;
  repository: Repository;
  clock: Clock;
  log: Logger;
  metrics: Metrics;
  tracing: Tracing;
  closing: Closing;
  effects: Effects;
  localUrl: string;
  publicUrl: string;
};

export type Gateways = Awaited<ReturnType<typeof openGateways>>;

/** Opens the adapters of outside systems: jobs, payments, files, e-mail, push. */
export const openGateways = async (options: GatewaysOptions) => {
  const { config, storage, repository, clock, log, metrics, tracing, closing, effects, localUrl, publicUrl } = options;
  const { db, url } = storage;
  const jobs = recordedJobs(tracedJobs(await openJobs(config, { url, db, clock, log }), tracing), effects, clock);
  const providerEvents = openProviderEvents(db);
  const mail = await openMailer(config, { db, clock, log });
  closing.with('mail', async () => mail.close());
  const { files: kept, close: closeFiles } = await openFiles(config, log);
  closing.with('files', async () => closeFiles());
  /** Rows only hint at the listing; its events decide. A new event may not have reached all tables yet. */
  const listingOf = async (s3Key: string) =>
    (await listingAttaching(db, s3Key)) ?? (await listingOfUnused(db, s3Key)) ?? (await listingOfPhoto(db, s3Key));
  const bindingOf = openAttachments({ repository, listingOf });
  const files = checkedFiles(watchedFiles(kept, metrics, log), bindingOf, reportAlteredFiles({ repository, log }));
  const signedPaths = openSignedPaths(config.secrets.jwt);
  const somewhereElse = await kept.link('pictures');
  const { payments: provider, simulated } = await openPayments(config, {
    db,
    clock,
    log,
    localUrl,
    publicUrl,
    hash: storage.hashName,
  });
  const payments = recordedPayments(watchedPayments(provider, metrics, tracing, log), effects);
  const push = openPush(config);
  closing.with('push', async () => push.close());
  const pushService = watchedPushes(push, metrics, tracing);
  const pushSubscriptions = openPushSubscriptions({ db, keys: storage.keys, vapidKey: push.key, newId });
  const receive = openWebhookIntake({ payments, providerEvents, jobs, clock, log });
  return {
    simulated,
    payments,
    files,
    jobs,
    emails: mail.list,
    push: { pushService, pushSubscriptions },
    pictures: somewhereElse && new URL(somewhereElse).origin,
    signedPaths,
    fileRoutes: fileRoutes(files, {
      isRemoved: (s3Key) => isOfRemoved(db, s3Key),
      isSigned: signedPaths.isSigned,
    }),
    webhooks: Router().post('/webhooks/payments', ...webhookHandlers(receive)),
    forPolicies: {
      jobs,
      providerEvents,
      payments,
      schedule: openSchedule(db),
      pushService,
      pushSubscriptions,
      mailer: recordedMailer(watchedMailer(mail.mailer, metrics, tracing), effects),
      effects,
      supportEmail: config.supportEmail,
      unsubscribeUrl: (accountId: string, category: Choosable) =>
        `${publicUrl}/api/emails/unsubscribe/${openUnsubscribing(config.secrets.jwt).tokenOf(accountId, category)}`,
      headLine: () => headLine(db),
      render: openEmailRenderer({ publicUrl, supportEmail: config.supportEmail }),
    },
  };
};
