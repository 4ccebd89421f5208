import { expect, test } from 'vitest';
import {
  type CausedEffect,
  type CausedEvent,
  type CauseNode,
  type CauseSources,
  causesOf,
} from '#domain/audit/causes.ts';

const BUYER = { id: 'b', role: 'member' };
const SYSTEM = { id: 'system', role: 'system' };
const PROVIDER = { id: 'provider', role: 'provider' };

const event = (id: string, at: number, causationId: string, rest: Partial<CausedEvent> = {}): CausedEvent => ({
  id,
  revision: at,
  type: id,
  at,
  causationId,
  correlationId: causationId,
  actor: SYSTEM,
  reason: null,
  references: [],
  deadlines: [],
  entries: [],
  ...rest,
});
const effect = (kind: CausedEffect['kind'], ref: string, rest: Partial<CausedEffect>): CausedEffect => ({
  kind,
  ref,
  name: ref,
  at: 0,
  eventId: null,
  job: null,
  outcome: 'done',
  reason: null,
  attempts: 1,
  nextAt: null,
  ...rest,
});

const refund: CauseSources = {
  events: [
    event('accepted', 1, 'request-1', { actor: BUYER }),
    event('requested', 2, 'accepted', { references: ['R1'] }),
    event('arrived', 6, 'provider.evt_1', { actor: PROVIDER, references: ['R1'] }),
    event('other', 7, 'request-2', { actor: BUYER }),
  ],
  webhooks: [{ eventId: 'evt_1', name: 'refund.done', at: 5, outcome: 'recorded', references: ['R1'] }],
  effects: [
    effect('job', 'refunds:refund.requested', { at: 3, eventId: 'requested' }),
    effect('providerCall', 'refund:R1.1', { at: 4, eventId: 'requested', job: 'refunds:refund.requested' }),
    effect('mail', 'refunded-b-arrived', { at: 7, eventId: 'arrived' }),
  ],
};
const path = (nodes: readonly CauseNode[]): string[] => nodes.map(({ id, parent }) => `${parent ?? '-'} > ${id}`);

test('follows a refund from the buyer’s request through job, call and webhook to the e-mail', () => {
  expect(path(causesOf('arrived', refund))).toEqual([
    '- > request-1',
    'request-1 > accepted',
    'accepted > requested',
    'requested > job:refunds:refund.requested',
    'job:refunds:refund.requested > providerCall:refund:R1.1',
    'providerCall:refund:R1.1 > provider.evt_1',
    'provider.evt_1 > arrived',
    'arrived > mail:refunded-b-arrived',
  ]);
});

const cancelled: CauseSources = {
  events: [
    event('paid', 3, 'request-1', { correlationId: 'one' }),
    event('cancelled', 4, 'request-2', { actor: BUYER, correlationId: 'two' }),
    event('refundRequested', 5, 'request-2', { actor: BUYER, correlationId: 'two' }),
    event('noted', 6, 'listing-event', { correlationId: 'two' }),
    event('later', 7, 'request-3', { correlationId: 'three' }),
  ],
  webhooks: [],
  effects: [],
};

test('shows everything that the same request recorded, in order', () => {
  expect(path(causesOf('refundRequested', cancelled))).toEqual([
    '- > request-2',
    'request-2 > cancelled',
    'request-2 > refundRequested',
    'request-2 > listing-event',
    'listing-event > noted',
  ]);
});

test('a deadline begins with the event that armed it, and so with who acted then', () => {
  const run = 'deadline.t.payoutRun.9';
  const events = [
    event('earlier', 1, 'request-0', { actor: BUYER, deadlines: [run] }),
    event('disarmed', 2, 'request-1', { actor: BUYER }),
    event('approved', 3, 'request-2', { actor: BUYER, deadlines: [run] }),
    event('noted', 4, 'request-3', { actor: BUYER, deadlines: [run] }),
    event('sent', 9, run),
  ];
  expect(path(causesOf('sent', { events, webhooks: [], effects: [] }))).toEqual([
    '- > request-2',
    'request-2 > approved',
    `approved > ${run}`,
    `${run} > sent`,
  ]);
});

test('names who asked, and lists only what the event itself caused', () => {
  const [root, ...rest] = causesOf('other', refund);
  expect(root).toMatchObject({ kind: 'request', actor: BUYER });
  expect(path(rest)).toEqual(['request-2 > other']);
});

test('a deadline that fired is the first cause of its event', () => {
  const fired = { events: [event('expired', 1, 'deadline.t.shipBy.5')], webhooks: [], effects: [] };
  expect(causesOf('expired', fired)[0]).toMatchObject({ kind: 'due', name: 'deadline.t.shipBy.5' });
});

test('a webhook without a recorded call follows the last event that names its object', () => {
  const { events, webhooks } = refund;
  expect(path(causesOf('arrived', { events, webhooks, effects: [] }))).toContain('requested > provider.evt_1');
});

test('a call about R10 is no call about R1', () => {
  const calls = [effect('providerCall', 'refund:R10.1', { at: 4, eventId: 'accepted' })];
  expect(path(causesOf('arrived', { ...refund, effects: calls }))).toContain('requested > provider.evt_1');
});

test('answers nothing for an unknown event, and ends where events name each other', () => {
  expect(causesOf('unknown', refund)).toEqual([]);
  const circle = { events: [event('a', 1, 'b'), event('b', 2, 'a')], webhooks: [], effects: [] };
  expect(causesOf('a', circle)).toHaveLength(2);
});
