import { expect, test } from 'vitest';
import { messagesTop } from '#web/ui/messagePlace.ts';

test.each([
  ['above a dialog where there is room', 110, { top: 126, bottom: 900 }, 180, 1024, 8],
  ['no lower than where they stand without one', 48, { top: 300, bottom: 700 }, 360, 1024, 24],
  ['else below it', 110, { top: 40, bottom: 500 }, 90, 740, 508],
  ['else below its title', 110, { top: 25, bottom: 715 }, 80, 740, 88],
  ['in the window, where the title has gone out of it', 110, { top: -300, bottom: 740 }, -200, 740, 8],
])('messages stand %s', (_, height, dialog, head, windowHeight, top) => {
  expect(messagesTop(height, dialog, head, windowHeight)).toBe(top);
});
