import express, { Router } from 'express';
import { z } from 'zod';
import type { Mail } from '#application/ports/mail.ts';
import { yearsSpelled } from '#domain/shared/spelled.ts';
import { validated } from './validation.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const MOST_YEARS = 10;

const advance = z.object({
  advanceMs: z
    .number({ error: 'advanceMs must be a number of milliseconds' })
    .int('advanceMs must be a whole number of milliseconds')
    .min(0, 'The clock does not go backwards')
    .max(MOST_YEARS * 366 * DAY_MS, `The clock moves ${yearsSpelled(MOST_YEARS)} at most`),
});

export type SentMail = Omit<Mail, 'id'> & { date: string };

export type DeveloperTools = {
  /** Newest first; to everybody, or to one address. */
  emails(which: { to?: string | undefined }): Promise<readonly SentMail[]>;
  /** The sign-in code of the demo’s staff, auditor and admin. */
  codeAt(now: number): string;
  now(): number;
  /** Advances the marketplace's clock and runs everything that is due. Returns the new time. */
  advance(ms: number): Promise<number>;
};

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Makes links in the text clickable; the HTML part of the e-mail is not trusted. */
const linked = (text: string): string =>
  escaped(text).replace(/https?:\/\/[^\s&<]+(?:&#38;[^\s&<]+)*/g, (url) => `<a href="${url}">${url}</a>`);

const page = (emails: readonly SentMail[]): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Mails</title>
<style>
body { font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; max-width: 44rem; margin: 2rem auto; padding: 0 1rem; background: #14110f; color: #e8e0d2; }
a { color: #e0b35a; } article { border: 1px solid #4a4038; border-radius: 8px; padding: 1rem; margin: 1rem 0; }
h2 { font-size: 1.1rem; margin: 0; } pre { white-space: pre-wrap; font: inherit; margin: .5rem 0 0; } small { color: #b0a595; }
</style></head>
<body><h1>Mails</h1>${emails.length === 0 ? '<p>No mail has been sent yet.</p>' : ''}
${emails
  .map(
    ({ to, subject, text, date }) =>
      `<article><h2>${escaped(subject)}</h2><small>${escaped(date)} to ${escaped(to)}</small><pre>${linked(text)}</pre></article>`,
  )
  .join('\n')}
</body></html>`;

/** `/dev/mail`, `/dev/code` and `/dev/clock`, for demos and tests. They do not exist in production. */
export const developerRoutes = (tools: DeveloperTools): Router => {
  const router = Router();
  router.use((_request, response, next) => {
    response.set('Cache-Control', 'no-store');
    response.locals.route = 'dev';
    next();
  });
  router.get('/code', (_request, response) => {
    const now = Date.now();
    response.type('text').send(`${tools.codeAt(now)}\n`);
  });
  router.get('/mail', async (request, response) => {
    const { to } = request.query;
    const messages = await tools.emails(typeof to === 'string' ? { to } : {});
    if (request.accepts(['json', 'html']) === 'html') return void response.type('html').send(page(messages));
    response.json({
      messages: messages.map(({ to, replyTo, subject, text, html, date }) => ({
        to,
        replyTo,
        subject,
        text,
        html,
        date,
      })),
    });
  });
  router.get('/clock', (_request, response) => void response.json({ now: tools.now() }));
  router.post('/clock', express.json({ limit: '1kb' }), async (request, response) => {
    const { advanceMs } = validated(advance, request.body) as z.output<typeof advance>;
    response.json({ now: await tools.advance(advanceMs) });
  });
  return router;
};
