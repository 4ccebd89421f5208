import type * as Streams from '@eventstore/db-client/generated/streams_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { failures } from './failures.ts';
import type { PeerLog } from './log.ts';
import type { Outbox } from './outbox.ts';
import { identifier, nameOf, toResponse } from './wire.ts';

const FORWARDS = 0;

export const readStream = async (log: PeerLog, options: Streams.ReadReq.Options, out: Outbox): Promise<void> => {
  const asked = options.getStream()!;
  const name = nameOf(asked.getStreamIdentifier());
  if (log.deleted.has(name)) throw failures.deleted(name);
  const events = log.streamOf(name).filter(({ revision }) => revision >= (log.cuts.get(name) ?? 0n));
  if (asked.hasEnd()) events.reverse();
  if (events.length === 0) {
    const missing = new streams.ReadResp.StreamNotFound().setStreamIdentifier(identifier(name));
    return out.send(new streams.ReadResp().setStreamNotFound(missing));
  }
  const from = asked.hasStart() || asked.hasEnd() ? 0 : Number(asked.getRevision());
  const wanted = events.filter(({ revision }) => revision >= BigInt(from));
  for (const event of wanted.slice(0, Number(options.getCount()))) await out.send(toResponse(event));
};

/** Forwards it starts with the event at the position, backwards with the one before it. */
export const readAll = async (log: PeerLog, options: Streams.ReadReq.Options, out: Outbox): Promise<void> => {
  const asked = options.getAll()!;
  const forwards = options.getReadDirection() === FORWARDS;
  const given = asked.getPosition();
  if (given && !log.isPosition(BigInt(given.getCommitPosition()))) throw failures.noPosition();
  const from = given ? log.seek(BigInt(given.getCommitPosition()), false) : asked.hasStart() ? 0 : log.all.length;
  let left = BigInt(options.getCount());
  const step = forwards ? 1 : -1;
  for (let at = forwards ? from : from - 1; left > 0n && !out.closed; at += step) {
    const event = log.all[at];
    if (!event) return;
    await out.send(toResponse(event));
    left--;
  }
};
