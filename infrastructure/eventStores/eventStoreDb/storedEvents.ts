import { type EventData, jsonEvent, type ResolvedEvent } from '@eventstore/db-client';
import type { EventMetadata, NewEvent, StoredData, StoredEvent } from '#application/ports/eventStore.ts';
import { canonicalId } from '../pendingAppend.ts';
import { isKnown, toPosition } from './positions.ts';

/** EventStoreDB has no version field, so the version is part of the metadata. */
type StoredMetadata = EventMetadata & { version: number };

export const toProposed = ({ id, type, version, data, metadata }: NewEvent): EventData =>
  jsonEvent({ id: canonicalId(id), type, data, metadata: { ...metadata, version } });

const isOurs = (metadata: unknown): metadata is StoredMetadata =>
  typeof metadata === 'object' &&
  metadata !== null &&
  typeof (metadata as StoredMetadata).hash === 'string' &&
  Number.isInteger((metadata as StoredMetadata).version);

/** Undefined for events that the marketplace did not write: system events, links, other programs. */
export const toStored = ({ event }: ResolvedEvent): StoredEvent | undefined => {
  if (!event?.isJson || event.type.startsWith('$') || event.streamId.startsWith('$')) return undefined;
  if (!isOurs(event.metadata)) return undefined;
  if (!isKnown(event.position)) throw new Error('this EventStoreDB is too old: it does not say where events are');
  const { version, ...metadata } = event.metadata;
  return {
    id: event.id,
    type: event.type,
    version,
    data: event.data as StoredData,
    metadata,
    stream: event.streamId,
    revision: Number(event.revision),
    position: toPosition(event.position),
    recordedAt: event.created.getTime(),
  };
};
