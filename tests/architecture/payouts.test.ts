import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');

const files = ['application', 'infrastructure', 'projections', 'web'].flatMap((folder) =>
  fs
    .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => path.join(folder, file)),
);
const calling = (pattern: RegExp) =>
  files.filter((file) => pattern.test(fs.readFileSync(path.join(root, file), 'utf8'))).sort();

test('only two policies send money, each on a stored event: to the seller, and back to the buyer [D1-002]', () => {
  expect(files.length).toBeGreaterThan(300);
  const outside = (file: string) => !file.startsWith('infrastructure/payments/');
  expect(calling(/\.payOut\(/).filter(outside)).toEqual(['application/transactions/policies/payouts.ts']);
  expect(calling(/payments\.refund\(/)).toEqual(['application/transactions/policies/refunds.ts']);
});

test('screens link to the checkout that escrow opened, and to no other place to pay [D1-002]', () => {
  const leaving = calling(/location\.(assign|replace)\(|location\.href ?=/).filter((file) => file.startsWith('web/'));
  expect(leaving).toEqual([
    'web/accounts/components/settings/ConfirmIdentity.tsx', // a seller, to the provider's page that asks who they are
    'web/api/makeEnough.ts', // to where a second factor is set up
    'web/api/sessionEnd.ts', // to the sign-in
    'web/help/Contact.tsx', // to the mail program
    'web/ui/leaveFor.ts',
  ]);
  const paying = calling(/\bleaveFor\(/);
  expect(paying).toEqual([
    'web/transactions/api/usePay.ts',
    'web/transactions/components/purchase/PurchaseDialog.tsx',
    'web/transactions/components/purchase/ShippingStep.tsx',
  ]);
  for (const file of paying)
    expect(fs.readFileSync(path.join(root, file), 'utf8')).toMatch(/leaveFor\((await setShipping\(|checkoutUrl\))/);
});
