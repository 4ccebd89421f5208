import { randomUUID } from 'node:crypto';
import type * as Streams from '@eventstore/db-client/generated/streams_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { failures } from './failures.ts';
import type { LoggedEvent, PeerLog } from './log.ts';
import type { Outbox } from './outbox.ts';
import { toResponse } from './wire.ts';

/** Unsent events from which a subscription counts as behind. */
const BEHIND = 32;

const message = {
  confirmation: () =>
    new streams.ReadResp().setConfirmation(
      new streams.ReadResp.SubscriptionConfirmation().setSubscriptionId(randomUUID()),
    ),
  caughtUp: () => new streams.ReadResp().setCaughtUp(new streams.ReadResp.CaughtUp()),
  fellBehind: () => new streams.ReadResp().setFellBehind(new streams.ReadResp.FellBehind()),
  checkpoint: (position: string) =>
    new streams.ReadResp().setCheckpoint(
      new streams.ReadResp.Checkpoint().setCommitPosition(position).setPreparePosition(position),
    ),
};

const filterOf = (options: Streams.ReadReq.Options): ((event: LoggedEvent) => boolean) => {
  const filter = options.getFilter();
  if (!filter) return () => true;
  const expression = new RegExp((filter.getEventType() ?? filter.getStreamIdentifier())!.getRegex());
  return ({ type, stream }) => expression.test(filter.hasEventType() ? type : stream);
};

/** Starts after the given position. */
export const subscribeToAll = async (log: PeerLog, options: Streams.ReadReq.Options, out: Outbox): Promise<void> => {
  const asked = options.getAll()!;
  const wanted = filterOf(options);
  const given = asked.getPosition();
  if (given && !log.isPosition(BigInt(given.getCommitPosition()))) throw failures.noPosition();
  let cursor = given ? log.seek(BigInt(given.getCommitPosition()), true) : asked.hasStart() ? 0 : log.all.length;
  let live = false;
  await out.send(message.confirmation());
  while (!out.closed) {
    const event = log.all[cursor];
    if (!event) {
      if (!live) {
        // Wrong on purpose: servers have sent checkpoints ahead of undelivered events.
        if (log.all.length > 0) await out.send(message.checkpoint(log.all.at(-1)!.position.toString()));
        await out.send(message.caughtUp());
        live = true;
      }
      // New events may have arrived during the send.
      if (cursor === log.all.length) await out.wait(log.changed, 'append');
      if (log.all.length - cursor > BEHIND) {
        await out.send(message.fellBehind());
        live = false;
      }
      continue;
    }
    cursor++;
    if (wanted(event)) await out.send(toResponse(event));
  }
};
