import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { NotReadByAll } from '#application/ports/eventCodec.ts';
import { type DomainEvent, eventDefinitions } from '#domain/events.ts';
import { type EventDefinition, type EventDefinitions, firstVersion, personal, revised } from '#domain/shared/events.ts';
import { createEventCodec } from '#infrastructure/crypto/eventCodec.ts';
import { personalFieldNames } from '#infrastructure/crypto/personalData.ts';
import { downcast, upcast } from '#infrastructure/crypto/versions.ts';
import { memoryKeys } from '#tests/application/policies/memoryPorts.ts';
import { examplesOf } from '#tests/history/examples.ts';
import { formOf } from '#tests/history/form.ts';

const all: [string, EventDefinition][] = Object.entries(eventDefinitions);
const revisedOnes = all.flatMap(([type, definition]) =>
  definition.former.map((before, place) => ({ type, definition, before, version: place + 1 })),
);
const examples = (schema: z.ZodObject) => examplesOf(formOf(schema)) as Record<string, unknown>[];

describe('while a release with older versions runs', () => {
  const lowerable = revisedOnes.filter(({ definition, version }) =>
    definition.former.slice(version - 1).every(({ never }) => never === undefined),
  );
  test.each(lowerable)(
    '$type: writes what version $version can express in that version',
    ({ type, definition, before, version }) => {
      for (const old of examples(before.schema)) {
        const data = upcast(definition, version, old);
        expect(downcast(type, definition, data, version)).toEqual({ version, data: before.schema.parse(old) });
      }
    },
  );

  test.each(revisedOnes)(
    '$type: does not write what version $version cannot express',
    ({ type, definition, version }) => {
      for (const data of examples(definition.schema)) {
        let written: ReturnType<typeof downcast> | undefined;
        try {
          written = downcast(type, definition, data, version);
        } catch (error) {
          expect(error).toBeInstanceOf(NotReadByAll);
        }
        if (written) expect(upcast(definition, version, written.data)).toEqual(data);
      }
    },
  );

  test('writes no encrypted field in its former plaintext form', () => {
    const inClear = revisedOnes.filter(({ definition, before }) => {
      const then = new Set(personalFieldNames(before.schema));
      return personalFieldNames(definition.schema).some((field) => field in before.schema.shape && !then.has(field));
    });
    expect(inClear.length).toBeGreaterThan(0);
    for (const { type, before } of inClear) expect([type, before.never]).toEqual([type, expect.any(String)]);
  });
});

describe('an event of three versions', () => {
  const first = firstVersion({ name: personal(z.string()) });
  const second = revised(
    first,
    { full: personal(z.string()) },
    ({ at, name }) => ({ at, full: name }),
    ({ at, full }) => ({ at, name: full }),
  );
  const third = revised(
    second,
    { full: personal(z.string()), language: z.string() },
    (old) => ({ ...old, language: 'nl' }),
    'asItIs',
  );
  const keys = memoryKeys();
  const provenance = { correlationId: 'c', causationId: 'c', commandId: 'c', actor: { id: 'x', role: 'system' } };
  const open = (definitions: EventDefinitions, reads?: Record<string, number>) =>
    createEventCodec({ keys, definitions, readByAll: reads && (async () => reads) });
  const write = (language: string, reads?: Record<string, number>) => {
    const event = { type: 'Named', data: { at: 1, full: 'Anna', language } } as unknown as DomainEvent;
    return open({ Named: third }, reads).encode('account-a', [event], provenance, null);
  };
  const read = async (definition: EventDefinition, [event]: Awaited<ReturnType<typeof write>>) => {
    const place = { stream: 'account-a', revision: 0, position: '1', recordedAt: 1 };
    const [recorded] = await open({ Named: definition }).decode([{ ...event!, ...place }]);
    return recorded!.data;
  };

  test.each([
    ['the newest when all read it', { Named: 3 }, 3],
    ['the newest when all read a newer one still', { Named: 4 }, 3],
    ['the one before', { Named: 2 }, 2],
    ['the first', { Named: 1 }, 1],
  ])('is written in %s, sealed, and read by each release', async (_, reads, version) => {
    const written = await write('nl', reads);
    expect(written).toMatchObject([{ version }]);
    expect(JSON.stringify(written)).not.toContain('Anna');
    expect(await read(third, written)).toEqual({ at: 1, full: 'Anna', language: 'nl' });
    const older = [first, second, third][version - 1]!;
    expect(Object.values(await read(older, written))).toContain('Anna');
  });

  test('is not written if an older version would lose data or some process lacks it', async () => {
    await expect(write('fr', { Named: 2 })).rejects.toBeInstanceOf(NotReadByAll);
    await expect(write('nl', {})).rejects.toBeInstanceOf(NotReadByAll);
    expect(await write('fr')).toMatchObject([{ version: 3 }]);
  });

  test('a downcast must match the shapes of both versions to compile', () => {
    const toFull = ({ at, name }: { at: number; name: string | null }) => ({ at, full: name });
    // @ts-expect-error: the version before has a name
    revised(first, { full: personal(z.string()) }, toFull, ({ at, full }) => ({ at, full }));
    // @ts-expect-error: somebody has to say how the version before is written
    revised(first, { full: personal(z.string()) }, toFull);
    expect(third.version).toBe(3);
  });
});
