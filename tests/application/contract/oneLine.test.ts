import { expect, test } from 'vitest';
import { listingFields } from '#application/contract/listings.ts';
import { changeSearch } from '#application/contract/savedSearches.ts';

const title = (typed: string) => listingFields.shape.title.safeParse(typed);

test.each([
  ['  Knight of the ‮rose ', 'Knight of the rose'],
  ['Kni\u200bght\u2066', 'Knight'],
  ['Knight\r\n\tof the\u2028rose', 'Knight of the rose'],
  ['Ritter 👩‍🎨 “Größe”', 'Ritter 👩‍🎨 “Größe”'],
  ['אביר', 'אביר'],
  ['می‌خواهم', 'می‌خواهم'],
])('writes a listing’s title on one line in the original order: %j', (typed, kept) => {
  expect(title(typed).data).toBe(kept);
});

test.each(['\u200b\u200b', '\u202e', ' \u0301 ', '\u200d', '\u3164\u3164', '\u2800 \u115f'])(
  'rejects a title without visible characters: %j',
  (typed) => {
    expect(title(typed).error?.issues[0]?.message).toBe('Title is required');
  },
);

test('does the same for the name of a saved search', () => {
  expect(changeSearch.parse({ name: 'knights\r\nBcc: x\u202e' })).toEqual({ name: 'knights Bcc: x' });
});
