import type { Knex } from 'knex';
import { expect, test, vi } from 'vitest';
import type { JobHandler } from '#application/ports/jobs.ts';
import { ProviderRefused, ProviderUnavailable } from '#application/ports/payments.ts';
import { WAKE_UPS } from '#application/transactions/policies/deadlines.ts';
import { REFUNDS } from '#application/transactions/policies/refunds.ts';
import { openEffects } from '#infrastructure/observability/effects/postgresEffects.ts';
import { effectsOf } from '#infrastructure/observability/effects/queries.ts';
import {
  recordedJobs,
  recordedMailer,
  recordedPayments,
  refusalRecorder,
} from '#infrastructure/observability/effects/recorded.ts';
import { connect } from '#infrastructure/postgres/connect.ts';
import { fakePayments } from '#tests/application/policies/fakePayments.ts';
import { manualClock } from '#tests/support/manualClock.ts';
import { openMemoryJobs } from '#tests/support/memoryJobs.ts';
import { useDatabase } from '#tests/support/postgres.ts';
import { silentLog } from '#tests/support/silentLog.ts';

const database = useDatabase();
const STREAM = 'transaction-t1';
const clock = manualClock(1_000);
const open = (db: Knex = database.knex) => {
  const log = silentLog();
  const effects = openEffects({ db, clock, log });
  const jobs = openMemoryJobs(clock);
  return { effects, log, queue: jobs, jobs: recordedJobs(jobs, effects, clock) };
};
const rows = async (effects: { flush(): Promise<void> }, stream = STREAM) => {
  await effects.flush();
  return effectsOf(database.knex, stream);
};
const cause = { stream: STREAM, eventId: 'e1', correlationId: 'c1' };

test('a job waits, fails, and is done: one row with attempts, last error and next attempt', async () => {
  const { effects, jobs, queue } = open();
  let fails = true;
  const handler: JobHandler = async () => {
    if (fails) throw new ProviderUnavailable('https://secret.example/token');
  };
  jobs.work(REFUNDS, handler, { attempts: 3, backoffMs: 1_000 });
  await effects.within(cause, () => jobs.add([{ queue: REFUNDS, id: 'refund.e1', data: { n: 1 } }]));
  const common = { kind: 'job', name: REFUNDS, eventId: 'e1', job: null };
  expect(await rows(effects)).toMatchObject([{ ...common, outcome: 'waiting', attempts: 0, nextAt: 1_000 }]);
  await queue.runDue();
  expect(await rows(effects)).toMatchObject([
    { ...common, outcome: 'failed', attempts: 1, reason: 'ProviderUnavailable', nextAt: 2_000 },
  ]);
  fails = false;
  clock.advance(1_000);
  await queue.runDue();
  expect(await rows(effects)).toMatchObject([{ ...common, outcome: 'done', attempts: 2, reason: null, nextAt: null }]);
  await effects.within(cause, () => jobs.add([{ queue: REFUNDS, id: 'refund.e1', data: {} }]));
  expect(await rows(effects)).toMatchObject([{ outcome: 'done' }]);
});

test('a job without attempts left is dead, and its handler never sees the stored cause', async () => {
  const { effects, jobs, queue } = open();
  const seen: unknown[] = [];
  jobs.work(
    REFUNDS,
    async ({ data }) => {
      seen.push(data);
      throw new Error('personal text');
    },
    { attempts: 1 },
  );
  await effects.within({ stream: 'transaction-dead' }, () =>
    jobs.add([{ queue: REFUNDS, id: 'dead', data: { n: 1 } }]),
  );
  await queue.runDue();
  expect(await rows(effects, 'transaction-dead')).toMatchObject([{ outcome: 'dead', reason: 'Error', nextAt: null }]);
  expect(seen).toEqual([{ n: 1 }]);
});

test('a job of an earlier release, without a cause, belongs to the transaction it names', async () => {
  const { effects, jobs, queue } = open();
  jobs.work(REFUNDS, async () => undefined);
  await queue.add([{ queue: REFUNDS, id: 'old', data: { saleId: 'old' } }]);
  await queue.runDue();
  expect(await rows(effects, 'transaction-old')).toMatchObject([{ ref: `${REFUNDS}:old`, outcome: 'done' }]);
});

test('a wake-up is recorded when it runs: until then its deadline says when', async () => {
  const { effects, jobs, queue } = open();
  jobs.work(WAKE_UPS, async () => undefined);
  await effects.within({ stream: 'transaction-w' }, () => jobs.add([{ queue: WAKE_UPS, id: 'w', data: {} }]));
  expect(await rows(effects, 'transaction-w')).toEqual([]);
  await queue.runDue();
  expect(await rows(effects, 'transaction-w')).toMatchObject([{ name: WAKE_UPS, outcome: 'done' }]);
});

test('a call names its idempotency key and the job that makes it; each repetition is one more attempt', async () => {
  const { effects, jobs, queue } = open();
  const provider = fakePayments();
  const payments = recordedPayments(provider, effects);
  jobs.work(REFUNDS, async () => payments.refund({ refundId: 'R1', attempt: 2, paymentId: 'p', amount: 100 }));
  provider.down = true;
  await effects.within({ ...cause, stream: 'transaction-c' }, () =>
    jobs.add([{ queue: REFUNDS, id: 'call', data: {} }]),
  );
  await queue.runDue();
  provider.down = false;
  clock.advance(1_000);
  await queue.runDue();
  const calls = (await rows(effects, 'transaction-c')).filter(({ kind }) => kind === 'providerCall');
  expect(calls).toMatchObject([
    { name: 'refund', ref: 'refund:R1.2', job: `${REFUNDS}:call`, eventId: 'e1', outcome: 'done', attempts: 2 },
  ]);
});

test('a refusal of the provider keeps its code, other errors only their name', async () => {
  const { effects } = open();
  const payments = recordedPayments(
    { ...fakePayments(), payOut: () => Promise.reject(new ProviderRefused('account_closed')) },
    effects,
  );
  const destination = { accountHolder: 'Ada', iban: 'NL91' };
  const asked = payments.payOut({ payoutId: 'P1', transactionId: 'p', amount: 100, destination });
  await expect(asked).rejects.toThrow(ProviderRefused);
  const found = await rows(effects, 'transaction-p');
  expect(found).toMatchObject([{ outcome: 'refused', reason: 'ProviderRefused: account_closed', attempts: 1 }]);
  expect(JSON.stringify(found)).not.toContain('Ada');
});

test('an e-mail leaves its template and id, never its address', async () => {
  const { effects } = open();
  const mailer = recordedMailer({ send: async () => 'refused' }, effects);
  const mail = { id: 'shipped-b-e1', to: 'ada@example.com', subject: 's', text: 't', html: 'h' };
  await effects.within({ stream: 'transaction-m' }, () => mailer.send(mail));
  const found = await rows(effects, 'transaction-m');
  expect(found).toMatchObject([{ kind: 'mail', name: 'shipped', ref: 'shipped-b-e1', outcome: 'refused' }]);
  expect(JSON.stringify(found)).not.toContain('example.com');
});

test('a refused command keeps who sent it and the code', async () => {
  const { effects } = open();
  const context = {
    commandId: 'cmd',
    correlationId: 'c',
    causationId: 'c',
    actor: { id: 'b', role: 'member' } as const,
  };
  refusalRecorder(effects)({ stream: 'transaction-r', command: 'ConfirmShipment', code: 'notPaid', context });
  expect(await rows(effects, 'transaction-r')).toMatchObject([
    { kind: 'refusal', name: 'ConfirmShipment', reason: 'notPaid', actor: { id: 'b', role: 'member' } },
  ]);
});

test('a database that is away costs rows and one warning, never the work', async () => {
  const away = connect('postgres://nobody@127.0.0.1:1/none');
  const { effects, log } = open(away);
  const warned = vi.spyOn(log, 'warn');
  const row = { kind: 'mail', name: 'm', outcome: 'done', reason: null, nextAt: null, ms: 1 } as const;
  for (let n = 0; n < 3; n++) {
    effects.record({ ...row, ref: `${n}` });
    await effects.flush();
  }
  expect(warned).toHaveBeenCalledTimes(1);
  await away.destroy();
});
