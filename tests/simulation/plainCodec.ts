import type { Recorded } from '#application/ports/eventCodec.ts';
import type { NewEvent, StoredEvent } from '#application/ports/eventStore.ts';
import { eventDefinitions } from '#domain/events.ts';
import type { EventDefinition } from '#domain/shared/events.ts';
import { personalFieldNames, subjectOf } from '#infrastructure/crypto/personalData.ts';
import { downcast, newestVersions, upcast } from '#infrastructure/crypto/versions.ts';
import type { WorldCodec } from './worldCodec.ts';

const definitions = new Map<string, EventDefinition & { personal: string[] }>(
  Object.entries(eventDefinitions).map(([type, definition]) => [
    type,
    { ...definition, personal: personalFieldNames(definition.schema) },
  ]),
);

const freeze = <Value>(value: Value): Value => {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const member of Object.values(value)) freeze(member);
  }
  return value;
};

/** 53 bits (cyrb53): no protection from forgery, but it detects any changed, lost or moved event. */
const digestOf = (text: string): string => {
  let one = 0xdeadbeef;
  let two = 0x41c6ce57;
  for (let sign = 0; sign < text.length; sign++) {
    const code = text.charCodeAt(sign);
    one = Math.imul(one ^ code, 2654435761);
    two = Math.imul(two ^ code, 1597334677);
  }
  one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(two ^ (two >>> 13), 3266489909);
  two = Math.imul(two ^ (two >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909);
  return (4294967296 * (2097151 & two) + (one >>> 0)).toString(16);
};

const chainHash = (stream: string, event: Pick<NewEvent, 'id' | 'type' | 'data'>, prevHash: string | null) =>
  digestOf(JSON.stringify([stream, event.id, event.type, event.data, prevHash]));

/**
 * The real codec's contract at a hundredth of its cost, so that thousands of transactions fit into a minute. It checks schemas, derives
 * ids from commands, chains hashes, downcasts and upcasts versions, and reads personal fields as null once their key is erased.
 * It neither encrypts nor signs, and decodes to the frozen event itself.
 */
export const openPlainCodec = (): WorldCodec => {
  const erased = new Set<string>();
  const liftedEvents = new WeakMap<StoredEvent, StoredEvent>();
  const cleared = new WeakMap<StoredEvent, Recorded>();

  const lift = (event: StoredEvent): StoredEvent => {
    const definition = definitions.get(event.type);
    if (!definition || definition.version === event.version) return event;
    const known = liftedEvents.get(event) ?? freeze({ ...event, data: upcast(definition, event.version, event.data) });
    liftedEvents.set(event, known);
    return known;
  };

  const withoutPersonal = (event: StoredEvent): Recorded => {
    const known = cleared.get(event);
    if (known) return known;
    const { personal } = definitions.get(event.type)!;
    const data = { ...lift(event).data, ...Object.fromEntries(personal.map((field) => [field, null])) };
    const clear = Object.freeze({ ...event, data }) as unknown as Recorded;
    cleared.set(event, clear);
    return clear;
  };

  const decode = (event: StoredEvent): Recorded => {
    const subject = erased.size > 0 ? subjectOf(event.stream, event.data) : undefined;
    return subject === undefined || !erased.has(subject)
      ? (lift(event) as unknown as Recorded)
      : withoutPersonal(event);
  };

  const openFor: WorldCodec['openFor'] = (_, readByAll) => ({
    reads: newestVersions(eventDefinitions),
    encode: async (stream, events, provenance, previousHash) => {
      const reads = await readByAll();
      let prevHash = previousHash;
      return events.map(({ type, data }, index) => {
        const definition = definitions.get(type);
        if (!definition) throw new Error(`no event is called ${type}`);
        const parsed = JSON.parse(JSON.stringify(definition.schema.parse(data))) as Record<string, unknown>;
        const { version, data: stored } = downcast(type, definition, parsed, reads[type] ?? 0);
        const event = { id: `${digestOf(provenance.commandId)}.${digestOf(stream)}.${index}`, type, data: stored };
        const hash = chainHash(stream, event, prevHash);
        const { correlationId, causationId, actor, commandId } = provenance;
        const metadata = { correlationId, causationId, actor, commandId, prevHash, hash };
        prevHash = hash;
        return freeze({ ...event, version, metadata });
      });
    },
    decode: async (events) => events.map(decode),
    decodeClear: (events) => events.map(withoutPersonal),
  });

  return {
    openFor,
    told: (events) => events.map((event) => lift(event) as unknown as Recorded),
    isWritten: (event) => event.metadata.hash === chainHash(event.stream, event, event.metadata.prevHash),
    eraseKey: async (subject) => void erased.add(subject),
    isErased: (subject) => erased.has(subject),
  };
};
