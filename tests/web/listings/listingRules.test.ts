import { expect, test } from 'vitest';
import {
  createFailures,
  editFailures,
  fieldFailures,
  type ListingDraft,
} from '#web/listings/components/form/listingRules.ts';

const complete: ListingDraft = {
  title: 'Templar with longsword',
  franchise: '40k',
  mainFaction: 'Templars',
  subfaction: '',
  condition: 'Painted',
  paintQuality: 'High Tabletop',
  price: '32.50',
  description: 'Painted with care.',
  ownShipping: false,
  domesticRate: '',
  continentalRate: '',
};
const extras = { photos: [1], disclaimerRequired: false, disclaimerAccepted: false };

const emptied = (...fields: (keyof ListingDraft)[]): ListingDraft =>
  ({ ...complete, ...Object.fromEntries(fields.map((field) => [field, ''])) }) as ListingDraft;

test('accepts a complete listing', () => {
  expect(createFailures(complete, extras)).toEqual([]);
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
  'reports the first of several broken rules: %s [D1-300] [D1-301] [D1-302] [D1-303] [D1-305] [D1-309]',
  (_, fields, field, message) => {
    expect(createFailures(emptied(...fields), { ...extras, photos: [] })[0]).toEqual({ field, message });
  },
);

test.each(['0', '-3', '', '0,00'])('rejects the price "%s" [D1-303] [D1-313]', (price) => {
  expect(fieldFailures({ ...complete, price })[0]?.message).toBe('Valid price is required');
});

test.each([
  ['12.345', 'Unclear: for €12,345.00 write 12345, otherwise use at most two decimals'],
  ['12.3450', 'An amount has at most two decimals'],
  ['ten', 'Enter an amount in euros, such as 45.50'],
])('cannot read the price "%s": %s [D1-303] [D1-313]', (price, message) => {
  expect(fieldFailures({ ...complete, price })[0]).toEqual({ field: 'price', message });
});

test.each(['45,50', '1.250,00', '€ 1 250', '40.000,00'])('accepts the price "%s" [D1-478]', (price) => {
  expect(fieldFailures({ ...complete, price })).toEqual([]);
});

test('accepts one cent and €40,000, and rejects a cent more [D1-304] [D1-478]', () => {
  expect(fieldFailures({ ...complete, price: '0.01' })).toEqual([]);
  expect(fieldFailures({ ...complete, price: '40000' })).toEqual([]);
  expect(fieldFailures({ ...complete, price: '40.000,01' })[0]?.message).toBe('Price cannot exceed €40,000');
});

test('treats a title of spaces as empty and rejects 101 characters [D1-299]', () => {
  expect(fieldFailures({ ...complete, title: 'x'.repeat(100) })).toEqual([]);
  expect(fieldFailures({ ...complete, title: 'x'.repeat(101) })[0]?.message).toBe(
    'Title must be at most 100 characters',
  );
  expect(fieldFailures({ ...complete, title: '   ' })[0]?.message).toBe('Title is required');
});

test('limits a description to 5000 characters [D1-305]', () => {
  expect(fieldFailures({ ...complete, description: 'x'.repeat(5_000) })).toEqual([]);
  expect(fieldFailures({ ...complete, description: 'x'.repeat(5_001) })[0]?.message).toBe(
    'Description must be at most 5000 characters',
  );
});

test('requires a photo for a new listing [D1-306]', () => {
  expect(createFailures(complete, { ...extras, photos: [] })[0]?.message).toBe('At least one image is required');
});

test('accepts eight photos and rejects nine [D1-307] [D1-477]', () => {
  expect(createFailures(complete, { ...extras, photos: Array.from({ length: 8 }) })).toEqual([]);
  expect(createFailures(complete, { ...extras, photos: Array.from({ length: 9 }) })[0]?.message).toBe(
    'Maximum 8 images allowed',
  );
});

test('checks the disclaimer last, and only for a franchise that has one [D1-308] [D1-309]', () => {
  const asked = { ...extras, disclaimerRequired: true };
  expect(createFailures(complete, { ...asked, photos: [] })[0]?.field).toBe('photos');
  expect(createFailures(complete, asked)[0]?.message).toBe('You must accept the disclaimer for this franchise');
  expect(createFailures(complete, { ...asked, disclaimerAccepted: true })).toEqual([]);
});

test('checks no disclaimer on edit, never requires a subfaction, and keeps at least one photo [D1-312] [D1-310]', () => {
  const asked = { ...extras, disclaimerRequired: true, disclaimerAccepted: false };
  expect(editFailures(complete, asked)).toEqual([]);
  expect(editFailures(complete, { ...asked, photos: [] })).toEqual([
    { field: 'photos', message: 'At least one image is required' },
  ]);
});

test.each([
  ['title', 'Title is required'],
  ['franchise', 'Franchise is required'],
  ['mainFaction', 'Main faction is required'],
  ['condition', 'Condition is required'],
  ['price', 'Valid price is required'],
  ['description', 'Description is required'],
] as const)('requires %s on edit in the same words [D1-312]', (field, message) => {
  expect(fieldFailures(emptied(field))[0]).toEqual({ field, message });
});

test('reports the first broken rule of every field', () => {
  const failures = createFailures(emptied('title', 'condition', 'price'), { ...extras, photos: [] });
  expect(failures).toEqual([
    { field: 'title', message: 'Title is required' },
    { field: 'condition', message: 'Condition is required' },
    { field: 'price', message: 'Valid price is required' },
    { field: 'photos', message: 'At least one image is required' },
  ]);
});

test.each(['Painted', 'Pro-painted'])('asks about “%s” with “Not Painted”, which is allowed', (condition) => {
  const draft = { ...complete, condition, paintQuality: 'Not Painted' };
  expect(fieldFailures(draft).map(({ field }) => field)).toEqual(['paintMeant']);
  expect(fieldFailures({ ...draft, paintMeant: true })).toEqual([]);
  expect(fieldFailures({ ...draft, condition: 'Built' })).toEqual([]);
});

test('applies the rules of the usual rates to own rates, each at its field', () => {
  const rates = { domesticRate: '', continentalRate: '100.01' };
  expect(fieldFailures({ ...complete, ...rates })).toEqual([]);
  expect(fieldFailures({ ...complete, ...rates, ownShipping: true })).toEqual([
    { field: 'domesticRate', message: 'Enter an amount in euros, such as 45.50' },
    { field: 'continentalRate', message: 'Shipping rates cannot exceed €100' },
  ]);
  expect(fieldFailures({ ...complete, domesticRate: '0', continentalRate: '6,50', ownShipping: true })).toEqual([]);
});
