import { type EventEmitter, once } from 'node:events';
import type * as Streams from '@eventstore/db-client/generated/streams_pb.js';
import type { ServerWritableStream } from '@grpc/grpc-js';

export type ReadCall = ServerWritableStream<Streams.ReadReq, Streams.ReadResp>;

export type Outbox = {
  readonly closed: boolean;
  /** Waits while the client does not read. */
  send(message: Streams.ReadResp): Promise<void>;
  wait(emitter: EventEmitter, name: string): Promise<void>;
};

/** Stops when the client disconnects. */
export const openOutbox = (call: ReadCall): Outbox => {
  const gone = new AbortController();
  for (const end of ['cancelled', 'close', 'error']) call.on(end, () => gone.abort());

  const wait = async (emitter: EventEmitter, name: string): Promise<void> => {
    if (gone.signal.aborted) return;
    await once(emitter, name, { signal: gone.signal }).catch((error: Error) => {
      if (error.name !== 'AbortError') throw error;
    });
  };

  return {
    get closed() {
      return gone.signal.aborted;
    },
    send: async (message) => {
      if (!gone.signal.aborted && !call.write(message)) await wait(call, 'drain');
    },
    wait,
  };
};
