import { expect, test } from 'vitest';
import { useMarketplace } from '#tests/support/marketplace.ts';

const market = useMarketplace({
  production: true,
  publicUrl: 'https://reliquary.example',
  metricsToken: 'a-token-for-scraping',
});
const raw = (path: string, headers: Record<string, string> = {}) => fetch(new URL(path, market().url), { headers });

test('offers neither e-mails nor clock nor the simulated provider in production [L-026]', async () => {
  for (const path of ['/dev/mail', '/dev/clock', '/simulated-provider/checkout/x', '/simulated-provider/style.css'])
    expect((await raw(path)).status, path).toBe(404);
  const moved = await fetch(new URL('/dev/clock', market().url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"advanceMs":1}',
  });
  expect(moved.status).toBe(404);
});

test('sends HSTS behind https', async () => {
  const { headers } = await raw('/health');
  expect(headers.get('strict-transport-security')).toMatch(/max-age=31536000/);
  expect(headers.get('content-security-policy')).toContain('upgrade-insecure-requests');
});

test('needs the token for metrics', async () => {
  expect((await raw('/metrics')).status).toBe(404);
  expect((await raw('/metrics', { authorization: 'Bearer another-token-than-that' })).status).toBe(404);
  expect((await raw('/metrics', { authorization: 'Bearer a-token-for-scraping' })).status).toBe(200);
});
