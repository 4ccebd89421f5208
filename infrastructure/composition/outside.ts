import { Router } from 'express';
import type { Logger } from 'pino';
import { openBindings } from '#application/files/attachedFiles.ts';
import type { Clock } from '#application/ports/clock.ts';
import type { Repository } from '#application/streams/repository.ts';
import type { Choosable } from '#domain/accounts/mailChoices.ts';
import { isOfRemoved, listingAttaching, listingOfPhoto } from '#projections/listings/photos.ts';
import { tellOfAltered } from '../files/alteredFiles.ts';
import { checkedFiles } from '../files/checkedFiles.ts';
import { fileRoutes } from '../files/fileRoutes.ts';
import { listingOfLoose } from '../files/loosePhotos.ts';
import { openSignedPaths } from '../http/signedPaths.ts';
import { openEmailRenderer } from '../mail/renderEmail.ts';
import { openUnsubscribing } from '../mail/unsubscribing.ts';
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
import { headLineIn } from '../transparency/heads.ts';
import { openFiles, openJobs, openMailer, openPayments, openPush } from './adapters.ts';
import type { Engines } from './engines.ts';

export type OutsideOptions = {
  config: Config;
  engines: Engines;
  repository: Repository;
  clock: Clock;
  log: Logger;
  metrics: Metrics;
  tracing: Tracing;
  closing: Closing;
  localUrl: string;
  publicUrl: string;
};

export type Outside = Awaited<ReturnType<typeof openOutside>>;

/** The adapters towards the outside: jobs, payments, files, mail. */
export const openOutside = async (options: OutsideOptions) => {
  const { config, engines, repository, clock, log, metrics, tracing, closing, localUrl, publicUrl } = options;
  const { db, url } = engines;
  const jobs = tracedJobs(await openJobs(config, { url, db, clock, log }), tracing);
  const providerEvents = openProviderEvents(db);
  const mail = await openMailer(config, { db, clock, log });
  closing.with('mail', async () => mail.close());
  const { files: kept, close: closeFiles } = await openFiles(config, log);
  closing.with('files', async () => closeFiles());
  /** No rows are proof: the facts of the listing that they name are asked. A fact that is new is not in all of them yet. */
  const listingOf = async (s3Key: string) =>
    (await listingAttaching(db, s3Key)) ?? (await listingOfLoose(db, s3Key)) ?? (await listingOfPhoto(db, s3Key));
  const bindingOf = openBindings({ repository, listingOf });
  const files = checkedFiles(watchedFiles(kept, metrics, log), bindingOf, tellOfAltered({ repository, log }));
  const signedPaths = openSignedPaths(config.secrets.jwt);
  const somewhereElse = await kept.link('pictures');
  const { payments: provider, simulated } = await openPayments(config, {
    db,
    clock,
    log,
    localUrl,
    publicUrl,
    hash: engines.hashName,
  });
  const payments = watchedPayments(provider, metrics, tracing, log);
  const push = openPush(config);
  closing.with('push', async () => push.close());
  const pushService = watchedPushes(push, metrics, tracing);
  const pushSubscriptions = openPushSubscriptions({ db, keys: engines.keys, vapidKey: push.key, newId });
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
      mailer: watchedMailer(mail.mailer, metrics, tracing),
      supportEmail: config.supportEmail,
      unsubscribeUrl: (accountId: string, category: Choosable) =>
        `${publicUrl}/api/emails/unsubscribe/${openUnsubscribing(config.secrets.jwt).tokenOf(accountId, category)}`,
      headLine: () => headLineIn(db),
      render: openEmailRenderer({ publicUrl, supportEmail: config.supportEmail }),
    },
  };
};
