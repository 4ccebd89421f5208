import { describe, expect, test } from 'vitest';
import { byDay, type MessageLog, nextPage, signature, withNewest, withOlder } from '#web/conversations/messageLog.ts';
import { aLog, aMessage, aPageOf, fromMarta, messages, RUIZ } from './talk.ts';

const numbers = ({ messages: shown }: Pick<MessageLog, 'messages'>) => shown.map(({ _id }) => Number.parseInt(_id, 16));
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

describe('the loaded messages', () => {
  test('keep older pages when page 1 is fetched again, without duplicates [D1-279]', () => {
    const known = withOlder(aLog(messages(21, 40), true), aPageOf(messages(1, 20)));
    const again = withNewest(known, aPageOf(messages(23, 42), { hasMore: true }));
    expect(numbers(again)).toEqual(range(1, 42));
    expect(again.hasMore).toBe(false);
  });

  test('take changes of a message from the newer answer', () => {
    const again = withNewest(aLog([aMessage(1)]), aPageOf([aMessage(1, { read: true })]));
    expect(again.messages.map(({ read }) => read)).toEqual([true]);
  });

  test('put an older page on top without duplicates [D1-156]', () => {
    const known = aLog(messages(23, 45), true);
    expect(numbers(withOlder(known, aPageOf(messages(6, 25), { hasMore: true })))).toEqual(range(6, 45));
  });

  test('load the next older page, even after new messages shifted the pages', () => {
    expect(nextPage(aLog(messages(21, 40), true))).toBe(2);
    expect(nextPage(aLog(messages(21, 47), true))).toBe(2);
    expect(nextPage(aLog(messages(21, 60), true))).toBe(3);
  });

  test('start over if more than a page was missed, so that no gap is hidden', () => {
    const again = withNewest(aLog(messages(1, 20)), aPageOf(messages(60, 79), { hasMore: true }));
    expect(numbers(again)).toEqual(range(60, 79));
    expect(again.hasMore).toBe(true);
  });

  test('are grouped by day', () => {
    const later = aMessage(3, { createdAt: '2026-11-16T14:15:00.000Z' });
    expect(byDay([...messages(1, 2), later]).map(({ date, messages: ofDay }) => [date, ofDay.length])).toEqual([
      ['15 Nov 2026', 2],
      ['16 Nov 2026', 1],
    ]);
  });
});

describe('a signature', () => {
  test('of one’s own messages says You and one’s part [D1-158]', () => {
    const own = aMessage(1, fromMarta);
    expect(signature(own, own.sender._id)).toBe('You (Buyer)');
    expect(signature(aMessage(1), RUIZ._id)).toBe('You (Seller)');
  });

  test('of the other person says their name and part [D1-159]', () => {
    expect(signature(aMessage(1), 'marta')).toBe('ruiz (Seller)');
    expect(signature(aMessage(1, fromMarta), RUIZ._id)).toBe('marta_v (Buyer)');
  });
});
