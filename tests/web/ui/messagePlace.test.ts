import { expect, test } from 'vitest';
import { messagesTop } from '#web/ui/messagePlace.ts';

const FILLS = { dialog: { top: 25, bottom: 715 }, head: 80, end: 640, window: 740 };

test.each([
  ['above a dialog if there is room', 110, { dialog: { top: 126, bottom: 900 }, head: 180, end: 820, window: 1024 }, 8],
  ['no lower than without a dialog', 48, { dialog: { top: 300, bottom: 700 }, head: 360, end: 640, window: 1024 }, 24],
  [
    'below the dialog if there is no room above',
    110,
    { dialog: { top: 40, bottom: 500 }, head: 90, end: 440, window: 740 },
    508,
  ],
  ['below its title if there is no other room', 110, FILLS, 88],
  ['below its title although the focus is further down', 110, { ...FILLS, focus: { top: 300, bottom: 348 } }, 88],
  ['above its end if a field below its title has the focus', 110, { ...FILLS, focus: { top: 120, bottom: 168 } }, 522],
  [
    'in the window when the title is scrolled out',
    110,
    { ...FILLS, dialog: { top: -300, bottom: 740 }, head: -200 },
    8,
  ],
])('places messages %s', (_, height, place, top) => {
  expect(messagesTop(height, place)).toBe(top);
});
