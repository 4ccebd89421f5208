import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { UnreadableEvent } from '#application/ports/eventCodec.ts';
import { eventDefinitions } from '#domain/events.ts';
import { asItWas, type EventDefinitions, firstVersion, personal, revised } from '#domain/shared/events.ts';
import { emptyRecords } from './emptyRecords.ts';
import { decoded, type EventRecord, faultsOf, readings, recordEvents } from './eventRecords.ts';
import { recordsIn } from './files.ts';

const records = recordsIn();
const recorded = records.names('events').filter((name) => /\.\d+$/.test(name));

describe('every event', () => {
  test('keeps the recorded schema of each version [L-013]', () => {
    expect(faultsOf(eventDefinitions, records)).toEqual([]);
  });

  test.each(recorded)('%s reads as recorded, and its hash chain is intact', async (name) => {
    const { chain, versions } = await readings(name, eventDefinitions, records);
    expect(chain).toEqual({ intact: true });
    expect(versions.length).toBeGreaterThan(0);
    for (const { version, recorded, read } of versions) expect([version, read]).toEqual([version, recorded]);
  });
});

describe('the check finds', () => {
  /** Faults of the changed types only. */
  const changed = (definitions: EventDefinitions) =>
    faultsOf({ ...eventDefinitions, ...definitions }, records).filter((fault) =>
      Object.keys(definitions).includes(fault.split(' ')[0] ?? ''),
    );
  const otherForm = (type: string) => [expect.stringContaining(`${type} has another form than its version`)];
  const { carrier: _, ...shipment } = eventDefinitions.ShipmentConfirmed.schema.shape;
  const { reason } = eventDefinitions.EscrowPaused.schema.shape;

  test('a field that became required without a new version', async () => {
    const DeliveryConfirmed = firstVersion({ signature: z.string() });
    expect(changed({ DeliveryConfirmed })).toEqual(otherForm('DeliveryConfirmed'));
    const record = records.read<EventRecord>('events/DeliveryConfirmed.1');
    await expect(decoded('DeliveryConfirmed', DeliveryConfirmed, record)).rejects.toBeInstanceOf(UnreadableEvent);
  });

  test.each<[string, EventDefinitions]>([
    ['one that became optional', { DeliveryConfirmed: firstVersion({ signature: z.string().optional() }) }],
    ['one that is gone', { ReturnInspectionResumed: firstVersion({}) }],
    ['one of another type', { ReturnInspectionResumed: firstVersion({ inspectBy: z.string() }) }],
    [
      'a sign that was left out of an id',
      { NameClaimed: firstVersion({ accountId: z.string().regex(/^[0-9a-f]{31}$/) }) },
    ],
    [
      'a value that was added to a list',
      { RoleGranted: firstVersion({ role: z.enum(['member', 'guest']), grantedBy: z.string() }) },
    ],
    ['a personal field that is stored in clear', { ReturnRefused: firstVersion({ text: z.string().nullable() }) }],
    [
      'a former version that was edited',
      {
        ShipmentConfirmed: revised(
          firstVersion({}),
          eventDefinitions.ShipmentConfirmed.schema.shape,
          () => ({}) as never,
          'asItIs',
        ),
      },
    ],
  ])('%s', (_, definitions) => {
    const [type = ''] = Object.keys(definitions);
    expect(changed(definitions)).toEqual(otherForm(type));
  });

  test('an unrecorded type, version and lift', () => {
    expect(changed({ Invented: firstVersion({}) })).toEqual([
      'Invented has no record of its version 1: npm run history -- record',
    ]);
    const again = revised(eventDefinitions.EscrowPaused, { ...shipment, reason }, () => ({}) as never, 'asItIs');
    expect(changed({ EscrowPaused: again })).toEqual([
      'EscrowPaused has no record of what version 2 reads in version 1: npm run history -- record',
      'EscrowPaused has no record of its version 2: npm run history -- record',
    ]);
  });

  test('a missing type and a missing version', () => {
    const { DeliveryConfirmed: __, ...rest } = eventDefinitions;
    const known = { ...rest, ShipmentConfirmed: firstVersion({ ...shipment, carrier: z.string().nullable() }) };
    expect(faultsOf(known, records).sort()).toEqual([
      'DeliveryConfirmed was recorded in version 1, which is gone',
      'ShipmentConfirmed was recorded in version 2, which is gone',
    ]);
  });
});

describe('the tool', () => {
  const first = firstVersion({ name: z.string() });
  const second = revised(first, { name: personal(z.string()) }, asItWas, { never: 'the name stood there in clear' });

  test('records new things once', async () => {
    const { records: own } = emptyRecords();
    expect(await recordEvents({ Named: first }, own)).toEqual(['events/Named.1']);
    const bytes = own.read('events/Named.1');
    expect(await recordEvents({ Named: second }, own)).toEqual(['events/Named.1as2', 'events/Named.2']);
    expect(await recordEvents({ Named: second }, own)).toEqual([]);
    expect(own.read('events/Named.1')).toEqual(bytes);
    expect(faultsOf({ Named: second }, own)).toEqual([]);
  });

  test('overwrites nothing', () => {
    const { records: own } = emptyRecords();
    own.add('events/Named.1', { data: [1] });
    expect(() => own.add('events/Named.1', { data: [2] })).toThrow('EEXIST');
    expect(own.read('events/Named.1')).toEqual({ data: [1] });
  });

  test('encrypts personal data and decrypts it with the stored keys', async () => {
    const { records: own } = emptyRecords();
    await recordEvents({ Named: second }, own);
    const record = own.read<EventRecord>('events/Named.2');
    expect(JSON.stringify(record.stored)).not.toContain('as it was written');
    expect(await decoded('Named', second, record)).toEqual(record.data);
    const erased = (await decoded('Named', second, { ...record, keys: {} })) as { name: string | null }[];
    expect(erased.map(({ name }) => name)).toEqual([null, null]);
  });
});
