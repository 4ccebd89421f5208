import { expect, test } from 'vitest';
import type { NotificationPage } from '#application/contract/notifications.ts';
import type { Transaction } from '#application/contract/transactions.ts';
import { DAY, HOUR, MINUTE } from '#domain/shared/instants.ts';
import { NOTHING_HEARD, newFacts, type Told } from '#web/shell/facts.ts';
import { dueTime } from '#web/ui/dates.ts';

const START = Date.parse('2026-03-02T10:00:00.000Z');
const DUE = new Date(START + 2 * DAY).toISOString();

const sale = (displayStatus: string, needs: Transaction['needs'] = []) => ({
  _id: 'sale1',
  displayStatus,
  listing: { _id: 'one', title: 'Bone dragon', images: [] },
  needs,
});
const bell = (...told: [id: string, content: string, about?: string][]): NotificationPage => ({
  notifications: told.map(([_id, content, about]) => ({
    _id,
    type: 'shipping',
    content,
    read: false,
    createdAt: DUE,
    sender: null,
    transaction: about === undefined ? null : { _id: about },
    listing: null,
  })),
  pagination: { hasMore: false, currentPage: 1 },
  unreadCount: told.length,
});

/** What is said of one moment after the other. */
const saidOf = (...moments: Partial<Told>[]): string[][] => {
  let heard = NOTHING_HEARD;
  return moments.map((moment) => {
    const next = newFacts(heard, { sales: [], bell: undefined, now: START, ...moment });
    heard = next.heard;
    return next.sentences;
  });
};

test('what stands on the page when somebody comes is not said, and nothing twice', () => {
  const there = { sales: [sale('IN_ESCROW')], bell: bell(['n1', 'It was shipped.']) };
  expect(saidOf(there, there)).toEqual([[], []]);
});

test('a sale that has another status is said by its name', () => {
  expect(saidOf({ sales: [sale('AWAIT_SHIPPING')] }, { sales: [sale('IN_ESCROW')] })[1]).toEqual([
    'Bone dragon is now: In Escrow.',
  ]);
});

test('what comes to the bell is said in its own words, but for what the sale’s page has said', () => {
  const first = bell(['n1', 'A message.']);
  const more = bell(['n3', 'It was shipped.', 'sale1'], ['n2', 'Another message.'], ['n1', 'A message.']);
  expect(saidOf({ bell: first }, { bell: more })[1]).toEqual(['It was shipped.', 'Another message.']);
  const open = [sale('AWAIT_SHIPPING')];
  expect(saidOf({ bell: first, sales: open }, { bell: more, sales: [sale('IN_ESCROW')] })[1]).toEqual([
    'Bone dragon is now: In Escrow.',
    'Another message.',
  ]);
});

test('a deadline is said a day before, an hour before and when it is over, once each', () => {
  const sales = [sale('AWAIT_SHIPPING', [{ kind: 'shipment', dueAt: DUE }])];
  const at = (before: number) => ({ sales, now: START + 2 * DAY - before });
  const said = saidOf(
    at(2 * DAY),
    at(DAY + MINUTE),
    at(DAY),
    at(DAY - MINUTE),
    at(HOUR),
    at(HOUR - MINUTE),
    at(0),
    at(-HOUR),
  );
  expect(said).toEqual([
    [],
    [],
    [`Bone dragon: Confirm shipment before ${dueTime(DUE)}.`],
    [],
    [`Bone dragon: last call. Confirm shipment before ${dueTime(DUE)}.`],
    [],
    ['Bone dragon: the time to answer is over (Confirm shipment).'],
    [],
  ]);
});
