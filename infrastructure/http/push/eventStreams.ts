import type { Response } from 'express';
import type { Sessions } from '#application/accounts/sessions.ts';
import type { StreamName } from '#application/ports/eventStore.ts';
import type { Log } from '#application/ports/log.ts';
import { access } from '#domain/access/access.ts';
import { may } from '#domain/access/right.ts';
import { CASE_READERS, SESSION_ENDED } from '#projections/engine/wakeUps.ts';
import type { SignedIn } from '../endpoint.ts';
import type { Topic, WakeUps } from './wakeUps.ts';

/** Streams per account (tabs and devices); one more ends the oldest. */
const MOST_PER_ACCOUNT = 12;
/** A reader with this many unread bytes is too slow; it must reconnect. */
const MOST_BUFFERED = 16 * 1024;

export type EventStreams = {
  /**
   * Writes wake-ups to the response until its session, its reader or the process ends: those of the account, or of one history.
   */
  serve(account: SignedIn, response: Response, history?: StreamName): Promise<void>;
  /** Ends all streams. Nothing is lost: readers refetch when they reconnect. */
  close(): void;
};

type EventStreamOptions = {
  wakeUps: WakeUps;
  sessions: Pick<Sessions, 'isOpen'>;
  log: Log;
  heartbeatMs?: number;
};

const HEADERS = {
  'Content-Type': 'text/event-stream',
  // no-transform also stops compression from buffering events
  'Cache-Control': 'no-store, no-transform',
  'X-Accel-Buffering': 'no',
};

export const openEventStreams = ({
  wakeUps,
  sessions,
  log,
  heartbeatMs = 15_000,
}: EventStreamOptions): EventStreams => {
  const open = new Map<string, Set<() => void>>();
  let closed = false;

  const enlist = (account: string, end: () => void): void => {
    const streams = open.get(account) ?? new Set();
    open.set(account, streams.add(end));
    const [oldest] = streams;
    if (streams.size > MOST_PER_ACCOUNT) oldest?.();
  };
  const leave = (account: string, end: () => void): void => {
    const streams = open.get(account);
    streams?.delete(end);
    if (streams?.size === 0) open.delete(account);
  };

  return {
    serve: ({ id, roles, sessionId }, response, history) =>
      new Promise((resolve) => {
        const pending = new Set<Topic>();
        let asking = false;

        const write = (text: string): void => {
          if (response.writableEnded || response.destroyed) return;
          if (response.writableLength > MOST_BUFFERED) return void response.destroy();
          response.write(text);
        };
        const end = (): void => void response.end();
        /** Sends nothing after the session has ended. */
        const deliver = async (): Promise<void> => {
          if (asking) return;
          asking = true;
          try {
            while (pending.size > 0 && !response.writableEnded) {
              const topics = [...pending];
              pending.clear();
              if (!(await sessions.isOpen(sessionId))) return end();
              for (const topic of topics) write(topic === SESSION_ENDED ? ': \n\n' : `event: ${topic}\ndata: {}\n\n`);
            }
          } catch (error) {
            log.warn({ error: String(error) }, 'an event stream failed');
            end();
          } finally {
            asking = false;
          }
        };
        const take = (topic: Topic): void => {
          pending.add(topic);
          void deliver();
        };

        const others = may(access.case.see.queue, roles) ? [CASE_READERS] : [];
        const stops = [
          wakeUps.listen(id, history === undefined ? take : (topic) => topic === SESSION_ENDED && take(topic)),
          ...(history === undefined ? others : [history]).map((of) => wakeUps.listen(of, take)),
        ];
        const heartbeat = setInterval(() => take(SESSION_ENDED), heartbeatMs);
        response.once('close', () => {
          clearInterval(heartbeat);
          for (const stop of stops) stop();
          leave(id, end);
          resolve();
        });
        enlist(id, end);
        response.locals.streaming = true;
        response.set(HEADERS).status(200).flushHeaders();
        write('event: ready\ndata: {}\n\n');
        if (closed) end();
      }),
    close: () => {
      closed = true;
      for (const streams of [...open.values()]) for (const end of [...streams]) end();
    },
  };
};
