import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const web = path.resolve(import.meta.dirname, '../../web');

const screens = fs
  .readdirSync(web, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.tsx') && !file.startsWith('ui/'))
  .map((file) => ({ file, source: fs.readFileSync(path.join(web, file), 'utf8') }));

const FIELD = /<(Input|Textarea|Select|Checkbox|textarea|input|AddressFields|ListingFields)\b/;
const SENDS =
  /\bapi\.(post|put|patch|delete)\b|\.mutate(Async)?\(|\bdraft\.send\b|\bpublishListing\(|\bsetShipping\(|\bsignIn\(|\bregister\(payload/;

/** Both disable what is in them and keep the focus (tests/web/ui/form.test.tsx); the lint lets no other form in. */
const FORM = /<(Form|ConfirmDialog)\b/;

const sending = screens.filter(({ source }) => FIELD.test(source) && SENDS.test(source));

test('finds the known forms', () => {
  const found = sending.map(({ file }) => file);
  const known = [
    'accounts/components/Login.tsx',
    'accounts/components/settings/AddressCard.tsx',
    'accounts/components/settings/DeletionCard.tsx',
    'transactions/components/purchase/ShippingStep.tsx',
  ];
  expect(found).toEqual(expect.arrayContaining([...known, 'conversations/components/conversation/Composer.tsx']));
  expect(found.length).toBeGreaterThan(15);
});

test.each(sending)('the fields in $file belong to a form [D1-240]', ({ source }) => {
  expect(source).toMatch(FORM);
});
