import type { Router } from 'express';
import express from 'express';
import { z } from 'zod';
import type { Checkouts } from './checkouts.ts';
import { renderCheckout, STYLE } from './page.tsx';

const choice = z.object({
  outcome: z.enum(['paid', 'failed', 'processing', 'cancelled']),
  settles: z.enum(['paid', 'failed']).default('paid'),
});

/** The payer's page, its stylesheet and the form handler. `settled` runs after each choice. */
export const checkoutRoutes = (checkouts: Checkouts, settled: () => void): Router => {
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

  router.post(
    '/checkout/:id',
    express.urlencoded({ extended: false, limit: '4kb' }),
    express.json({ limit: '4kb' }),
    async (request, response) => {
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
    },
  );
  return router;
};
