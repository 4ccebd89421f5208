import type { Router } from 'express';
import express from 'express';
import { z } from 'zod';
import { BANK_CHOICES, type Bank } from './bank.ts';
import type { Checkouts } from './checkouts.ts';
import { renderBank, renderCheckout, STYLE } from './page.tsx';

const choice = z.object({
  outcome: z.enum(['paid', 'failed', 'processing', 'cancelled']),
  settles: z.enum(['paid', 'failed']).default('paid'),
});

const bankChoice = z.object({ claim: z.enum(BANK_CHOICES) });

const form = [express.urlencoded({ extended: false, limit: '4kb' }), express.json({ limit: '4kb' })];

/** The payer's page, the page of the payer's bank, and their stylesheet. `settled` runs after each choice. */
export const checkoutRoutes = (checkouts: Checkouts, bank: Bank, settled: () => void): Router => {
  const router = express.Router();
  router.use((_request, response, next) => {
    response.set('Cache-Control', 'no-store');
    next();
  });

  router.get('/style.css', (_request, response) => {
    response.set('Cache-Control', 'public, max-age=3600').type('css').send(STYLE);
  });

  router.get('/checkout/:id', async (request, response) => {
    const checkout = await checkouts.find(request.params.id);
    response.status(checkout ? (checkout.state === 'open' ? 200 : 410) : 404);
    response.type('html').send(renderCheckout(checkout));
  });

  router.post('/checkout/:id', ...form, async (request, response) => {
    const chosen = choice.safeParse(request.body);
    if (!chosen.success) {
      const checkout = await checkouts.find(request.params.id);
      response.status(400).type('html').send(renderCheckout(checkout, 'Choose how the payment ends.'));
      return;
    }
    const { outcome, settles } = chosen.data;
    const before = await checkouts.choose(request.params.id, outcome, settles);
    if (before?.state !== 'open') {
      response
        .status(before ? 410 : 404)
        .type('html')
        .send(renderCheckout(before));
      return;
    }
    settled();
    response.redirect(303, outcome === 'paid' || outcome === 'processing' ? before.return_url : before.cancel_url);
  });

  router.get('/bank/:transactionId', async (request, response) => {
    const payment = await bank.find(request.params.transactionId);
    response
      .status(payment ? 200 : 404)
      .type('html')
      .send(renderBank(payment));
  });

  router.post('/bank/:transactionId', ...form, async (request, response) => {
    const { transactionId } = request.params;
    const chosen = bankChoice.safeParse(request.body);
    const isChanged = chosen.success && (await bank.choose(transactionId, chosen.data.claim));
    if (isChanged) settled();
    const payment = await bank.find(transactionId);
    const refused = payment ? (chosen.success ? 409 : 400) : 404;
    response
      .status(isChanged ? 200 : refused)
      .type('html')
      .send(renderBank(payment));
  });
  return router;
};
