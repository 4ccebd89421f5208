import { describe, expect, test } from 'vitest';
import { parseQuery } from '#domain/audit/eventQuery.ts';
import { parseRowQuery } from '#domain/audit/replay/rowQuery.ts';
import { eventDefinitions } from '#domain/events.ts';
import { completionsAt, type Grammar, type Known } from '#web/audit/components/events/completions.ts';
import { EVENT_TYPES, titleOfType } from '#web/audit/components/events/eventTypes.ts';

const now = Date.UTC(2026, 10, 24, 10);
const at = (text: string, { grammar = 'events' as Grammar, known = {} as Known, caret = text.length } = {}) =>
  completionsAt(text, caret, { grammar, known, now });
const values = (...asked: Parameters<typeof at>) => at(...asked).options.map(({ value }) => value);

test('every stored event type can be completed', () => {
  expect(EVENT_TYPES).toEqual(Object.keys(eventDefinitions).sort());
  expect(titleOfType('DisputeOpened')).toBe('Dispute opened');
  expect(titleOfType('CaseSnoozeEnded')).toBe('Case snooze ended');
});

describe('a query is completed', () => {
  test('with the fields of its grammar', () => {
    expect(values('')).toEqual([
      'type:',
      'actor:',
      'stream:',
      'amount:',
      'after:',
      'before:',
      'on:',
      'cause:',
      'text:',
    ]);
    expect(values('', { grammar: 'rows' })).toEqual(values('').filter((field) => field !== 'stream:'));
    expect(values('a')).toEqual(['actor:', 'amount:', 'after:']);
    expect(values('actor:buyer -st')).toEqual(['stream:']);
  });

  test('with event types by stored name and by title, and what they share', () => {
    expect(at('type:disp').options[0]).toMatchObject({ value: 'Dispute*' });
    expect(values('type:DisputeOp')).toEqual(['DisputeOpened']);
    expect(values('type:received')).toContain('PaymentCaptured');
    expect(values('type:DisputeOpened')).toEqual([]);
    expect(values('opened')).toContain('type:DisputeOpened');
  });

  test('with the last value of a list, at the caret', () => {
    expect(at('type:DisputeOpened,RefundC')).toMatchObject({ from: 19, to: 26 });
    expect(at('actor:bu stream:x', { caret: 8 })).toMatchObject({ from: 6, to: 8, options: [{ value: 'buyer' }] });
    expect(at('actor:bxx', { caret: 7 })).toMatchObject({ from: 6, to: 9 });
  });

  test('with what the screen knows', () => {
    const known: Known = {
      types: ['DisputeOpened', 'MessageSent'],
      actors: ['seller'],
      streams: [{ value: 'transaction-1', words: 'TX7K2M9QPD Vharoth' }],
      causes: [{ value: 'abc', words: 'DisputeOpened' }],
    };
    expect(values('type:', { known })).toEqual(['DisputeOpened', 'MessageSent']);
    expect(values('actor:', { known })).toEqual(['seller']);
    expect(values('stream:vhar', { known })).toEqual(['transaction-1']);
    expect(values('cause:', { known })).toEqual(['abc']);
  });

  test('with days of the clock in UTC', () => {
    expect(values('after:')).toEqual(['2026-11-24', '2026-11-23', '2026-11-17', '2026-11-01']);
  });

  test('with nothing inside quotation marks, after an unknown field or for free text', () => {
    for (const text of ['text:"type:', '"act', 'colour:re', 'text:kn']) expect(values(text), text).toEqual([]);
    expect(values('stream:', { grammar: 'rows' })).toEqual([]);
  });

  test('to a query that its search can read', () => {
    for (const field of ['type', 'actor', 'stream', 'amount', 'after', 'before', 'on'])
      for (const value of values(`${field}:`))
        expect(parseQuery(`${field}:${value}`).ok, `${field}:${value}`).toBe(true);
    for (const field of ['type', 'actor', 'amount', 'after', 'before', 'on'])
      for (const value of values(`${field}:`, { grammar: 'rows' }))
        expect(parseRowQuery(`${field}:${value}`).ok, `${field}:${value}`).toBe(true);
  });
});
