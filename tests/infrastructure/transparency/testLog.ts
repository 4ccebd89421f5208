import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import type { EventStore } from '#application/ports/eventStore.ts';
import type { Leases } from '#application/ports/leases.ts';
import { runSubscription } from '#application/subscriptions/subscription.ts';
import { ED25519, type NoteKey } from '#application/transparency/signedNote.ts';
import type { NoteSigner } from '#application/transparency/signing.ts';
import { hashOf } from '#infrastructure/crypto/hashChain.ts';
import { type FollowOptions, followLog } from '#infrastructure/transparency/follow.ts';
import { makeSigningKey, readSigningKey } from '#infrastructure/transparency/signingKey.ts';

const id = () => randomBytes(16).toString('hex');

type TypedEvent = { type: string; data: Record<string, unknown> };

/** Appends chained events like the journal. */
export const appendTyped = async (store: EventStore, stream: string, ...said: TypedEvent[]) => {
  const before = (await store.readStream(stream)).at(-1);
  let prevHash = before?.metadata.hash ?? null;
  const events = said.map(({ type, data }) => {
    const context = { correlationId: id(), causationId: id(), actor: { id: 'a', role: 'member' }, commandId: id() };
    const event = { id: id(), type, version: 1, data };
    const dashed = event.id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
    const unhashed = { ...event, id: dashed, metadata: { ...context, prevHash } };
    const hash = hashOf(stream, unhashed);
    prevHash = hash;
    return { ...unhashed, metadata: { ...unhashed.metadata, hash } };
  });
  return store.append(stream, events, before?.revision ?? 'none');
};

export const appendEvents = (store: EventStore, stream: string, ...datas: Record<string, unknown>[]) =>
  appendTyped(store, stream, ...datas.map((data) => ({ type: 'ClaimMade', data })));

/** No competition for leases. */
const ALONE: Leases = { hold: (_, signal, work) => work(signal), close: async () => undefined };

export type Alarm = { reason?: string; failures?: number };

/** A log with its own folder that can follow a store repeatedly. */
export const openTestLog = (options: Pick<FollowOptions, 'db' | 'entries'> & { store: EventStore }) => {
  const folder = mkdtempSync(join(tmpdir(), 'reliquary-tlog-'));
  const signingKey = makeSigningKey('test.example/tlog', ED25519);
  // where the programs look for it
  writeFileSync(join(folder, 'log-signing-key'), signingKey, { mode: 0o600 });
  const signer: NoteSigner = readSigningKey(signingKey, ED25519)!;
  const alarms: string[] = [];
  /** Consecutive failures. */
  const failures: number[] = [];
  const log = {
    info: () => undefined,
    warn: (details: Alarm) => void (details.failures !== undefined && failures.push(details.failures)),
    error: (details: Alarm) => void (details.reason !== undefined && alarms.push(details.reason)),
  };
  /** Later events arrive in a running log; earlier ones enter at once. */
  const hasBegun = () => vi.waitFor(async () => expect(await options.db('tlog_progress').first()).toBeDefined());
  const start = (changes: Partial<FollowOptions> = {}) => {
    const stopping = new AbortController();
    const subscription = followLog({
      ...options,
      signer: () => signer,
      keptHead: join(folder, 'log-head'),
      headEvery: 0,
      log,
      now: Date.now,
      ...changes,
    });
    const running = runSubscription(subscription, {
      store: options.store,
      leases: ALONE,
      log: changes.log ?? log,
      signal: stopping.signal,
      backoff: () => 20,
    });
    return async () => {
      stopping.abort();
      await running;
    };
  };
  const key: NoteKey = signer.key;
  return {
    folder,
    key,
    signer,
    alarms,
    failures,
    hasBegun,
    start,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
};
