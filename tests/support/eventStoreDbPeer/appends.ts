import shared from '@eventstore/db-client/generated/shared_pb.js';
import type * as Streams from '@eventstore/db-client/generated/streams_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { ServerReadableStream, ServiceError, sendUnaryData } from '@grpc/grpc-js';
import { failures } from './failures.ts';
import { NO_STREAM, type Outcome, type PeerEvent, type PeerLog } from './log.ts';
import { expectedOf, nameOf, sizeOf, toEvent } from './wire.ts';

/** Faults of an append: request lost, answer lost, refused, or `stalled` without an answer. */
export type AppendFault = 'lostRequest' | 'lostResponse' | 'notReady' | 'timeout' | 'stalled' | 'notAllowed';

/** `apart`: different commit and prepare positions, as in TCP transactions. */
export type TellsPosition = 'plainly' | 'apart' | 'not';

type AppendOptions = {
  log: PeerLog;
  maxAppendSize: number;
  fault: (stream: string, events: readonly PeerEvent[]) => AppendFault | undefined;
  /** Whether it reports the position; a server may not know it for a repeated append. */
  tellsPosition: () => TellsPosition;
};

export type AppendCall = ServerReadableStream<Streams.AppendReq, Streams.AppendResp>;

const refusals: Partial<Record<AppendFault, () => ServiceError>> = {
  lostRequest: failures.notReady,
  notReady: failures.notReady,
  timeout: failures.timedOut,
  notAllowed: failures.notAllowed,
};

const respond = (outcome: Outcome, expected: bigint, tellsPosition: TellsPosition): Streams.AppendResp => {
  if (outcome.kind === 'moved') {
    const moved = new streams.AppendResp.WrongExpectedVersion();
    if (expected === NO_STREAM) moved.setExpectedNoStream(new shared.Empty());
    else moved.setExpectedRevision(expected.toString());
    if (outcome.current < 0n) moved.setCurrentNoStream(new shared.Empty());
    else moved.setCurrentRevision(outcome.current.toString());
    return new streams.AppendResp().setWrongExpectedVersion(moved);
  }
  const offset = outcome.position.toString();
  const success = new streams.AppendResp.Success().setCurrentRevision(outcome.revision.toString());
  const prepare = tellsPosition === 'apart' ? (outcome.position - 1n).toString() : offset;
  if (tellsPosition === 'not') success.setNoPosition(new shared.Empty());
  else success.setPosition(new streams.AppendResp.Position().setCommitPosition(offset).setPreparePosition(prepare));
  return new streams.AppendResp().setSuccess(success);
};

/** The unary Append call: options first, then one message per event. */
export const serveAppend =
  ({ log, maxAppendSize, fault, tellsPosition }: AppendOptions) =>
  (call: AppendCall, reply: sendUnaryData<Streams.AppendResp>): void => {
    const events: PeerEvent[] = [];
    let options: Streams.AppendReq.Options | undefined;
    let size = 0;
    let answered = false;
    const answer = (error: ServiceError | null, response?: Streams.AppendResp) => {
      if (answered) return;
      answered = true;
      reply(error, response);
    };
    call.on('error', () => {
      answered = true;
    });
    call.on('data', (request: Streams.AppendReq) => {
      const message = request.getProposedMessage();
      if (!message) {
        options = request.getOptions();
        return;
      }
      const event = toEvent(message);
      events.push(event);
      size += sizeOf(event);
      if (size > maxAppendSize) answer(failures.tooLarge(maxAppendSize));
    });
    call.on('end', () => {
      if (answered || !options) return;
      const stream = nameOf(options.getStreamIdentifier());
      const expected = expectedOf(options);
      const met = fault(stream, events);
      if (met === 'stalled') return;
      const refusal = met && refusals[met];
      if (refusal) return answer(refusal());
      const outcome = log.append(stream, expected, events);
      if (met === 'lostResponse') return answer(failures.notReady());
      answer(null, respond(outcome, expected, tellsPosition()));
    });
  };
