import { v5 as uuidv5 } from 'uuid';
import {
  type EventCodec,
  NewerThanRelease,
  type Provenance,
  type Reads,
  type Recorded,
  UnreadableEvent,
} from '#application/ports/eventCodec.ts';
import type { NewEvent, StoredEvent, StreamName } from '#application/ports/eventStore.ts';
import type { SubjectKeys } from '#application/ports/keys.ts';
import { eventDefinitions } from '#domain/events.ts';
import type { EventDefinition, EventDefinitions } from '#domain/shared/events.ts';
import { unstorable } from '#domain/shared/storable.ts';
import { hashOf } from './hashChain.ts';
import {
  holdsSealed,
  NEWEST_FORM,
  personalFieldNames,
  SEALED_FORM,
  sealFields,
  subjectOf,
  unsealFields,
} from './personalData.ts';
import { downcast, newestVersions, upcast } from './versions.ts';

/** UUIDv5 namespace of event ids derived from commands. */
const EVENT_IDS = '8f0f3a52-6a4b-5b0e-9a36-6f2f5d0c9a11';

/** `personal`: the personal fields of each version. */
type Described = EventDefinition & { personal: readonly (readonly string[])[] };

type CodecOptions = {
  keys: SubjectKeys;
  /** Default: all event types; tests pass their own. */
  definitions?: EventDefinitions;
  /** The newest versions that every running process reads. Without it, always writes the newest. */
  readByAll?: (() => Promise<Reads>) | undefined;
};

const describeAll = (definitions: EventDefinitions): ReadonlyMap<string, Described> =>
  new Map(
    Object.entries(definitions).map(([type, definition]) => {
      const schemas = [...definition.former.map(({ schema }) => schema), definition.schema];
      return [type, { ...definition, personal: schemas.map(personalFieldNames) }];
    }),
  );

export const createEventCodec = ({ keys, definitions = eventDefinitions, readByAll }: CodecOptions): EventCodec => {
  const described = describeAll(definitions);
  const describe = (type: string): Described => {
    const definition = described.get(type);
    if (!definition) throw new NewerThanRelease(`no event is called ${type}`);
    return definition;
  };

  const protect = async (
    { stream, id, form }: { stream: StreamName; id: string; form: number },
    data: Record<string, unknown>,
    fields: readonly string[],
  ) => {
    const filled = fields.filter((field) => data[field] != null);
    if (filled.length === 0) return data;
    const subject = subjectOf(stream, data);
    if (!subject) throw new Error(`${stream} may not hold personal data, but ${filled.join(', ')} is`);
    return sealFields(data, filled, await keys.obtain(subject), id, form);
  };

  const encodeOne = async (
    stream: StreamName,
    event: { type: string; data: unknown },
    index: number,
    { correlationId, causationId, actor, commandId }: Provenance,
    prevHash: string | null,
    reads: Reads | undefined,
  ): Promise<NewEvent> => {
    const { type } = event;
    const definition = describe(type);
    // One command may append to several streams, so the id includes the stream.
    const id = uuidv5(`${commandId} ${stream} ${index}`, EVENT_IDS);
    const said = definition.schema.parse(event.data);
    const field = unstorable(said);
    if (field !== undefined) throw new Error(`${field} of ${type} holds text that no read model can keep`);
    const most = reads ? (reads[type] ?? 0) : definition.version;
    const { version, data: written } = downcast(type, definition, said, most);
    const form = reads ? (reads[SEALED_FORM] ?? 1) : NEWEST_FORM;
    const data = await protect({ stream, id, form }, written, definition.personal[version - 1]!);
    const metadata = { correlationId, causationId, actor: { id: actor.id, role: actor.role }, commandId, prevHash };
    const unhashed = { id, type, version, data, metadata };
    return { ...unhashed, metadata: { ...metadata, hash: hashOf(stream, unhashed) } };
  };

  const decodeOne = (event: StoredEvent, key: Buffer | undefined): Recorded => {
    try {
      const data = upcast(describe(event.type), event.version, unsealFields(event.data, key, event.id));
      return { ...event, data } as Recorded;
    } catch (cause) {
      throw new UnreadableEvent(event, cause);
    }
  };

  return {
    reads: newestVersions(definitions),
    encode: async (stream, events, provenance, previousHash) => {
      const encoded: NewEvent[] = [];
      const reads = await readByAll?.();
      let hash = previousHash;
      for (const [index, event] of events.entries()) {
        const stored = await encodeOne(stream, event, index, provenance, hash, reads);
        hash = stored.metadata.hash;
        encoded.push(stored);
      }
      return encoded;
    },
    decode: async (events) => {
      const subjects = events.map(({ stream, data }) => (holdsSealed(data) ? subjectOf(stream, data) : undefined));
      const wanted = [...new Set(subjects.filter((subject) => subject !== undefined))];
      const found = wanted.length > 0 ? await keys.find(wanted) : new Map<string, Buffer>();
      return events.map((event, index) => decodeOne(event, found.get(subjects[index] ?? '')));
    },
    decodeClear: (events) => events.map((event) => decodeOne(event, undefined)),
  };
};
