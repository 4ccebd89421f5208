import { isDeepStrictEqual } from 'node:util';
import { NewerThanRelease, NotReadByAll, type Reads } from '#application/ports/eventCodec.ts';
import type { EventDefinition, EventDefinitions } from '#domain/shared/events.ts';

type EventVersion = { version: number; data: Record<string, unknown> };

/** The newest version of each type. */
export const newestVersions = (definitions: EventDefinitions): Reads =>
  Object.fromEntries(Object.entries(definitions).map(([type, { version }]) => [type, version]));

/** Upcasts data of any known version to the current one. */
export const upcast = ({ version, schema, former }: EventDefinition, written: number, data: unknown) => {
  if (written > version) throw new NewerThanRelease(`version ${written} was written by a newer release`);
  if (written < 1) throw new Error(`there is no version ${written}`);
  let lifting = data;
  for (const before of former.slice(written - 1)) lifting = before.lift(lifting);
  return schema.parse(lifting);
};

/**
 * Downcasts to the newest version at or below `most`, such that upcasting returns the same data. @throws NotReadByAll
 * if no such version exists
 */
export const downcast = (
  type: string,
  definition: EventDefinition,
  data: Record<string, unknown>,
  most: number,
): EventVersion => {
  const { version, former } = definition;
  if (most >= version) return { version, data };
  if (most < 1) throw new NotReadByAll(type, '');
  let lowering: unknown = data;
  for (const { lower, never } of former.slice(most - 1).toReversed()) {
    lowering = lowering && lower(lowering);
    if (!lowering) throw new NotReadByAll(type, never ?? '');
  }
  if (!isDeepStrictEqual(upcast(definition, most, lowering), data)) throw new NotReadByAll(type, '');
  return { version: most, data: lowering as Record<string, unknown> };
};
