import { expect, test } from 'vitest';
import { messagesTop } from '#web/ui/messagePlace.ts';

const FILLS = { dialog: { top: 25, bottom: 715 }, head: 80, end: 640, window: 740 };

test.each([
  [
    'above a dialog where there is room',
    110,
    { dialog: { top: 126, bottom: 900 }, head: 180, end: 820, window: 1024 },
    8,
  ],
  ['no lower than without one', 48, { dialog: { top: 300, bottom: 700 }, head: 360, end: 640, window: 1024 }, 24],
  ['else below it', 110, { dialog: { top: 40, bottom: 500 }, head: 90, end: 440, window: 740 }, 508],
  ['else below its title', 110, FILLS, 88],
  ['there also when somebody is further down', 110, { ...FILLS, focus: { top: 300, bottom: 348 } }, 88],
  [
    'before its end where a field under its title has the focus',
    110,
    { ...FILLS, focus: { top: 120, bottom: 168 } },
    522,
  ],
  [
    'in the window, though the title has gone out of it',
    110,
    { ...FILLS, dialog: { top: -300, bottom: 740 }, head: -200 },
    8,
  ],
])('messages stand %s', (_, height, place, top) => {
  expect(messagesTop(height, place)).toBe(top);
});
