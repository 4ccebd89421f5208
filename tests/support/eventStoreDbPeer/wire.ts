import shared from '@eventstore/db-client/generated/shared_pb.js';
import type * as Streams from '@eventstore/db-client/generated/streams_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { ANY, type LoggedEvent, NO_STREAM, type PeerEvent } from './log.ts';

type Uuid = InstanceType<typeof shared.UUID>;
type Identifier = InstanceType<typeof shared.StreamIdentifier>;

export const nameOf = (identifier: Identifier | undefined): string =>
  Buffer.from(identifier!.getStreamName_asU8()).toString('utf8');

export const identifier = (name: string): Identifier =>
  new shared.StreamIdentifier().setStreamName(Buffer.from(name, 'utf8'));

const readUuid = (uuid: Uuid): string => {
  if (!uuid.hasStructured()) return uuid.getString();
  const structured = uuid.getStructured()!;
  const bytes = Buffer.alloc(16);
  bytes.writeBigInt64BE(BigInt.asIntN(64, BigInt(structured.getMostSignificantBits())), 0);
  bytes.writeBigInt64BE(BigInt.asIntN(64, BigInt(structured.getLeastSignificantBits())), 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
};

export const toEvent = (message: Streams.AppendReq.ProposedMessage): PeerEvent => ({
  id: readUuid(message.getId()!),
  type: message.getMetadataMap().get('type') ?? '',
  json: message.getMetadataMap().get('content-type') === 'application/json',
  data: message.getData_asU8(),
  metadata: message.getCustomMetadata_asU8(),
});

/** As the server counts an append. */
export const sizeOf = ({ data, metadata, type }: PeerEvent): number => data.length + metadata.length + type.length * 2;

export const expectedOf = (options: Streams.AppendReq.Options): bigint => {
  if (options.hasAny()) return ANY;
  return options.hasNoStream() ? NO_STREAM : BigInt(options.getRevision());
};

/** The client asks for ids as text. */
export const toResponse = (event: LoggedEvent): Streams.ReadResp => {
  const position = event.position.toString();
  const recorded = new streams.ReadResp.ReadEvent.RecordedEvent()
    .setId(new shared.UUID().setString(event.id))
    .setStreamIdentifier(identifier(event.stream))
    .setStreamRevision(event.revision.toString())
    .setCommitPosition(position)
    .setPreparePosition(position)
    .setData(event.data)
    .setCustomMetadata(event.metadata);
  recorded
    .getMetadataMap()
    .set('type', event.type)
    .set('created', event.created.toString())
    .set('content-type', event.json ? 'application/json' : 'application/octet-stream');
  return new streams.ReadResp().setEvent(
    new streams.ReadResp.ReadEvent().setCommitPosition(position).setEvent(recorded),
  );
};
