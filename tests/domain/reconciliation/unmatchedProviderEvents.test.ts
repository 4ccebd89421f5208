import { test } from 'vitest';
import {
  type UnmatchedEventCommand,
  type UnmatchedProviderEvent,
  unmatchedEvent,
} from '#domain/reconciliation/unmatchedProviderEvents.ts';
import { PROVIDER, SYSTEM } from '#domain/shared/actor.ts';
import { addBusinessDays } from '#domain/shared/businessDays.ts';
import { givenWith } from '#tests/support/given.ts';

const given = givenWith(unmatchedEvent);
const at = Date.UTC(2026, 2, 2, 9);
const told = { eventId: 'evt-1', kind: 'payment.paid', reference: 'p1', amount: 700 };
const recorded: UnmatchedProviderEvent = {
  type: 'OrphanFactRecorded',
  data: { at, ...told, dueAt: addBusinessDays(at, 2) },
};
const staff = { id: 'e'.repeat(32), role: 'staff' } as const;
const close = (note = 'it is of another shop'): UnmatchedEventCommand => ({ type: 'CloseOrphan', at, by: staff, note });
const closed: UnmatchedProviderEvent = {
  type: 'OrphanFactClosed',
  data: { at, note: 'it is of another shop', by: staff.id },
};

test('an event for a missing transaction waits 2 business days for staff, once [L-039]', () => {
  const record: UnmatchedEventCommand = { type: 'RecordOrphan', at, by: PROVIDER, ...told, currency: 'EUR' };
  given().when(record).emits(recorded);
  given(recorded).when(record).changesNothing();
  given(recorded, closed).when(record).changesNothing();
});

test('keeps the currency of its amount', () => {
  const record: UnmatchedEventCommand = { type: 'RecordOrphan', at, by: PROVIDER, ...told, currency: 'usd' };
  given()
    .when(record)
    .emits({ ...recorded, data: { ...recorded.data, currency: 'USD' } });
});

test('only staff can close it, with a note', () => {
  given(recorded).when(close()).emits(closed);
  given(recorded, closed).when(close()).changesNothing();
  given(recorded).when(close(' ')).isRejected({ code: 'textRequired' });
  given().when(close()).isRejected({ code: 'orphanNotFound' });
  given(recorded)
    .when({ ...close(), by: { ...staff, role: 'auditor' } })
    .isRejected({ code: 'notAllowed' });
});

test('ends when the nightly check agrees, once', () => {
  const agreed: UnmatchedEventCommand = { type: 'CloseAgreed', at, by: SYSTEM };
  const note = 'The difference was booked. The provider and our books agree again.';
  given(recorded)
    .when(agreed)
    .emits({ type: 'OrphanFactClosed', data: { at, note, by: 'system' } });
  given(recorded, closed).when(agreed).changesNothing();
  given().when(agreed).changesNothing();
});

test.each([
  ['RecordImpossible', 'ImpossibleFactRecorded'],
  ['RecordUnmatched', 'UnmatchedObjectRecorded'],
  ['RecordAltered', 'AlteredFileRecorded'],
] as const)('%s waits for staff, once, with the transaction that it names', (type, emitted) => {
  const about = { eventId: 'evt-1', kind: 'payment.paid', reference: 'p1', told: '-700 EUR', saleId: 'a'.repeat(32) };
  const command: UnmatchedEventCommand = { type, at, by: PROVIDER, ...about };
  const event: UnmatchedProviderEvent = { type: emitted, data: { at, ...about, dueAt: addBusinessDays(at, 2) } };
  given().when(command).emits(event);
  given(event).when(command).changesNothing();
  given(event).when(close()).emits(closed);
  given(event, closed).when(command).changesNothing();
});
