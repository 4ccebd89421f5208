import { Writable } from 'node:stream';
import type { Response } from 'express';
import { expect, test, vi } from 'vitest';
import { type EventStreams, openEventStreams } from '#infrastructure/http/push/eventStreams.ts';
import type { Topic } from '#infrastructure/http/push/wakeUps.ts';
import { silentLog } from '#tests/support/silentLog.ts';

const ACCOUNT = { id: 'a'.repeat(32), roles: ['member'], withheld: [], sessionId: 's1', provenAt: null } as const;

/** `reads`: whether the client reads what is written. */
const readerThat = ({ reads }: { reads: boolean }) => {
  const taken: string[] = [];
  const writable = new Writable({
    write: (chunk, _encoding, done) => {
      taken.push(String(chunk));
      if (reads) done();
    },
  });
  const response = Object.assign(writable, {
    locals: {},
    set: () => response,
    status: () => response,
    flushHeaders: () => undefined,
  });
  return { response: response as unknown as Response, text: () => taken.join('') };
};

const stage = (heartbeatMs = 10_000) => {
  let signedIn = true;
  const listeners = new Set<(topic: Topic) => void>();
  const streams: EventStreams = openEventStreams({
    wakeUps: {
      listen: (_account, listener) => {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
      close: () => Promise.resolve(),
    },
    sessions: { isOpen: async () => signedIn },
    log: silentLog(),
    heartbeatMs,
  });
  return {
    streams,
    listeners,
    wake: (topic: Topic) => {
      for (const listener of listeners) listener(topic);
    },
    signOut: () => {
      signedIn = false;
    },
  };
};

test('sends heartbeats and ends when its session has expired', async () => {
  const { streams, signOut, listeners } = stage(5);
  const { response, text } = readerThat({ reads: true });
  const served = streams.serve(ACCOUNT, response);
  await vi.waitFor(() => expect(text()).toMatch(/^event: ready\ndata: \{\}\n\n(: \n\n)+$/));
  signOut();
  await served;
  expect(response.writableFinished).toBe(true);
  expect(listeners.size).toBe(0);
});

test('sends nothing after the session has ended', async () => {
  const { streams, signOut, wake } = stage();
  const { response, text } = readerThat({ reads: true });
  const served = streams.serve(ACCOUNT, response);
  signOut();
  wake('conversation');
  await served;
  expect(text()).toBe('event: ready\ndata: {}\n\n');
});

test('merges many concurrent wake-ups', async () => {
  const { streams, wake } = stage();
  const { response, text } = readerThat({ reads: true });
  void streams.serve(ACCOUNT, response);
  for (let n = 0; n < 100; n++) wake('conversation');
  wake('notifications');
  await vi.waitFor(() => expect(text()).toContain('event: notifications'));
  expect(text().match(/event: conversation/g)?.length).toBeLessThanOrEqual(2);
  streams.close();
});

test('drops a reader that does not read and frees its memory', async () => {
  const { streams, wake, listeners } = stage();
  const { response } = readerThat({ reads: false });
  let ended = false;
  const served = streams.serve(ACCOUNT, response).then(() => {
    ended = true;
  });
  while (!ended) {
    wake('conversation');
    await new Promise(setImmediate);
    expect(response.writableLength).toBeLessThan(20_000);
  }
  await served;
  expect(response.destroyed).toBe(true);
  expect(listeners.size).toBe(0);
});
