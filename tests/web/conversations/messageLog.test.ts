import { describe, expect, test } from 'vitest';
import { byDay, type MessageLog, nextPage, signature, withNewest, withOlder } from '#web/conversations/messageLog.ts';
import { aLog, aMessage, aPageOf, fromMarta, messages, RUIZ } from './talk.ts';

const numbers = ({ messages: shown }: Pick<MessageLog, 'messages'>) => shown.map(({ _id }) => Number.parseInt(_id, 16));
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

describe('what is loaded of a conversation', () => {
  test('keeps older pages when page 1 is asked again, each message once [D1-279]', () => {
    const known = withOlder(aLog(messages(21, 40), true), aPageOf(messages(1, 20)));
    const again = withNewest(known, aPageOf(messages(23, 42), { hasMore: true }));
    expect(numbers(again)).toEqual(range(1, 42));
    expect(again.hasMore).toBe(false);
  });

  test('takes what changed in a message from the newer answer', () => {
    const again = withNewest(aLog([aMessage(1)]), aPageOf([aMessage(1, { read: true })]));
    expect(again.messages.map(({ read }) => read)).toEqual([true]);
  });

  test('puts an older page on top, without one twice [D1-156]', () => {
    const known = aLog(messages(23, 45), true);
    expect(numbers(withOlder(known, aPageOf(messages(6, 25), { hasMore: true })))).toEqual(range(6, 45));
  });

  test('loads the next older page, also after new messages have shifted the pages', () => {
    expect(nextPage(aLog(messages(21, 40), true))).toBe(2);
    expect(nextPage(aLog(messages(21, 47), true))).toBe(2);
    expect(nextPage(aLog(messages(21, 60), true))).toBe(3);
  });

  test('starts over if more than a page was missed, so that no gap is hidden', () => {
    const again = withNewest(aLog(messages(1, 20)), aPageOf(messages(60, 79), { hasMore: true }));
    expect(numbers(again)).toEqual(range(60, 79));
    expect(again.hasMore).toBe(true);
  });

  test('is told apart by days', () => {
    const later = aMessage(3, { createdAt: '2026-11-16T14:15:00.000Z' });
    expect(byDay([...messages(1, 2), later]).map(({ date, messages: ofDay }) => [date, ofDay.length])).toEqual([
      ['15 Nov 2026', 2],
      ['16 Nov 2026', 1],
    ]);
  });
});

describe('a signature', () => {
  test('of the own messages says You and the own part [D1-158]', () => {
    const own = aMessage(1, fromMarta);
    expect(signature(own, own.sender._id)).toBe('You (Buyer)');
    expect(signature(aMessage(1), RUIZ._id)).toBe('You (Seller)');
  });

  test('of the other person says the name and the part [D1-159]', () => {
    expect(signature(aMessage(1), 'marta')).toBe('ruiz (Seller)');
    expect(signature(aMessage(1, fromMarta), RUIZ._id)).toBe('marta_v (Buyer)');
  });
});
