// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { NOTIFICATIONS } from '#domain/notifications/notifications.ts';
import { TERMS } from '#domain/transactions/terms/termsText.ts';
import { openEmailRenderer } from '#infrastructure/mail/renderEmail.ts';
import { freshBrowser, open, serve } from '#tests/support/browser.tsx';
import { aTransaction } from '#tests/web/transactions/aSale.ts';
import { SECTIONS } from '#web/help/terms.ts';
import { whatHappensNext } from '#web/transactions/components/next/whatHappensNext.ts';
import { lifecycleSteps } from '#web/transactions/lifecycle.ts';
import { actionText } from '#web/transactions/text/actionText.ts';
import { moneyOf } from '#web/transactions/transactionMoney.ts';

vi.mock('#domain/transactions/terms/versions.ts', async () => {
  const { terms2026n1 } = await import('#domain/transactions/terms/2026-1.ts');
  const fortnight = 14 * 86_400_000;
  const changed = { escrowPeriod: fortnight, returnInspection: fortnight, shipmentPeriod: 5 * 86_400_000 };
  return { TERMS_VERSIONS: [{ ...terms2026n1, ...changed }] };
});

freshBrowser();

const pageAt = async (path: string): Promise<string> => {
  serve({});
  open(path);
  await screen.findByRole('heading', { level: 1 });
  return document.body.textContent ?? '';
};

test.each(['/about', '/'])('shows an escrow of 14 days on the page %s', async (path) => {
  const text = await pageAt(path);
  expect(text).toContain('14 days');
  expect(text).not.toMatch(/\b12 days|\b4 days/);
});

test('shows 14 days to a sale that awaits shipment if the escrow lasts 14 days', () => {
  const transaction = aTransaction({
    status: 'AWAIT_SHIPPING',
    displayStatus: 'AWAIT_SHIPPING',
    escrowEndDate: null,
    deadlines: [],
  });
  const said = JSON.stringify([
    whatHappensNext({ sale: transaction, money: moneyOf(transaction), reader: 'buyer', now: 0 }),
    whatHappensNext({ sale: transaction, money: moneyOf(transaction), reader: 'seller', now: 0 }),
    lifecycleSteps({ ...transaction, paymentHistory: [] }),
    actionText(transaction),
  ]);
  expect(said).toContain('14 days');
  expect(said).not.toMatch(/\b12 days/);
});

test('uses other terms in notifications and e-mails', () => {
  expect(NOTIFICATIONS.sale_payment_received({ item: 'it', sender: 'Bea', amount: 1, terms: TERMS })).toContain(
    'within 5 days',
  );
  const render = openEmailRenderer({ publicUrl: 'https://reliquary.example', supportEmail: 'help@reliquary.example' });
  const events = { username: 'Ada', role: 'seller', transaction: null, details: {}, path: null } as const;
  expect(render({ ...events, template: 'returnReceived' }).text).toContain('within 14 days');
});

test('keeps the fixed texts of the documents, whose own test then fails', () => {
  expect(JSON.stringify(SECTIONS)).toContain('lasts 12 days');
});
