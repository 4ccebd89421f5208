import { expect, test } from 'vitest';
import { firstCreateFailure, firstFieldFailure, type ListingDraft } from '#web/listings/form/listingRules.ts';

const complete: ListingDraft = {
  title: 'Templar with longsword',
  franchise: '40k',
  mainFaction: 'Templars',
  subfaction: '',
  condition: 'Painted',
  paintQuality: 'Not Painted',
  price: '32.50',
  description: 'Painted with care.',
};
const extras = { photos: [1], disclaimerRequired: false, disclaimerAccepted: false };

const emptied = (...fields: (keyof ListingDraft)[]): ListingDraft =>
  ({ ...complete, ...Object.fromEntries(fields.map((field) => [field, ''])) }) as ListingDraft;

test('a complete listing passes', () => {
  expect(firstCreateFailure(complete, extras)).toBeNull();
});

test.each([
  [
    'Title is required',
    ['title', 'franchise', 'mainFaction', 'condition', 'price', 'description'],
    'title',
    'Title is required',
  ],
  [
    'Franchise is required',
    ['franchise', 'mainFaction', 'condition', 'price', 'description'],
    'franchise',
    'Franchise is required',
  ],
  [
    'Main faction is required',
    ['mainFaction', 'condition', 'price', 'description'],
    'mainFaction',
    'Main faction is required',
  ],
  ['Condition is required', ['condition', 'price', 'description'], 'condition', 'Condition is required'],
  ['Valid price is required', ['price', 'description'], 'price', 'Valid price is required'],
  ['Description is required', ['description'], 'description', 'Description is required'],
] as const)(
  'of several broken rules the first by order is reported: %s [D1-300] [D1-301] [D1-302] [D1-303] [D1-305] [D1-309]',
  (_, fields, field, message) => {
    expect(firstCreateFailure(emptied(...fields), { ...extras, photos: [] })).toEqual({ field, message });
  },
);

test.each(['0', '-3', '', '0,00'])('a price of "%s" is no valid price [D1-303] [D1-313]', (price) => {
  expect(firstFieldFailure({ ...complete, price })?.message).toBe('Valid price is required');
});

test.each([
  ['12.345', 'Unclear: for €12,345.00 write 12345, otherwise use at most two decimals'],
  ['12.3450', 'An amount has at most two decimals'],
  ['ten', 'Enter an amount in euros, such as 45.50'],
])('a price of "%s" cannot be read: %s [D1-303] [D1-313]', (price, message) => {
  expect(firstFieldFailure({ ...complete, price })).toEqual({ field: 'price', message });
});

test.each(['45,50', '1.250,00', '€ 1 250', '40.000,00'])('a price of "%s" passes [D1-478]', (price) => {
  expect(firstFieldFailure({ ...complete, price })).toBeNull();
});

test('a price of €40,000 passes, a cent more does not [D1-304] [D1-478]', () => {
  expect(firstFieldFailure({ ...complete, price: '40000' })).toBeNull();
  expect(firstFieldFailure({ ...complete, price: '40.000,01' })?.message).toBe('Price cannot exceed €40,000');
});

test('a title of spaces alone counts as empty, one of 101 characters is too long [D1-299]', () => {
  expect(firstFieldFailure({ ...complete, title: 'x'.repeat(100) })).toBeNull();
  expect(firstFieldFailure({ ...complete, title: 'x'.repeat(101) })?.message).toBe(
    'Title must be at most 100 characters',
  );
  expect(firstFieldFailure({ ...complete, title: '   ' })?.message).toBe('Title is required');
});

test('a description has at most 5000 characters [D1-305]', () => {
  expect(firstFieldFailure({ ...complete, description: 'x'.repeat(5_000) })).toBeNull();
  expect(firstFieldFailure({ ...complete, description: 'x'.repeat(5_001) })?.message).toBe(
    'Description must be at most 5000 characters',
  );
});

test('a new listing needs a photo [D1-306]', () => {
  expect(firstCreateFailure(complete, { ...extras, photos: [] })?.message).toBe('At least one image is required');
});

test('eight photos pass, nine do not [D1-307] [D1-477]', () => {
  expect(firstCreateFailure(complete, { ...extras, photos: Array.from({ length: 8 }) })).toBeNull();
  expect(firstCreateFailure(complete, { ...extras, photos: Array.from({ length: 9 }) })?.message).toBe(
    'Maximum 8 images allowed',
  );
});

test('the disclaimer is the last rule, and only where the franchise asks for it [D1-308] [D1-309]', () => {
  const asked = { ...extras, disclaimerRequired: true };
  expect(firstCreateFailure(complete, { ...asked, photos: [] })?.field).toBe('photos');
  expect(firstCreateFailure(complete, asked)?.message).toBe('You must accept the disclaimer for this franchise');
  expect(firstCreateFailure(complete, { ...asked, disclaimerAccepted: true })).toBeNull();
});

test('editing has neither a photo rule nor a disclaimer rule, a subfaction is never required [D1-312] [D1-310]', () => {
  expect(firstFieldFailure(complete)).toBeNull();
  expect(
    firstFieldFailure({ ...complete, ...extras, photos: [], disclaimerRequired: true } as ListingDraft),
  ).toBeNull();
});

test.each([
  ['title', 'Title is required'],
  ['franchise', 'Franchise is required'],
  ['mainFaction', 'Main faction is required'],
  ['condition', 'Condition is required'],
  ['price', 'Valid price is required'],
  ['description', 'Description is required'],
] as const)('editing asks for %s in the same words [D1-312]', (field, message) => {
  expect(firstFieldFailure(emptied(field))).toEqual({ field, message });
});
