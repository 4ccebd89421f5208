import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { newId } from '#infrastructure/system/ids.ts';
import { eventually, type Member, useMarketplace } from '#tests/support/marketplace.ts';

const market = useMarketplace();
let sellers = 0;
const seller = () => market().seller(`pseller${sellers++}`);

/** Requests a page as a crawler does. */
const visit = async (path: string) => {
  const response = await fetch(new URL(path, market().url), { headers: { accept: 'text/html' } });
  return { status: response.status, headers: response.headers, html: await response.text() };
};
const decoded = (text: string | undefined) =>
  text?.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
const titleIn = (html: string) => decoded(/<title>([^<]*)<\/title>/.exec(html)?.[1]);
const metaIn = (html: string, name: string) =>
  decoded(new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1]);
const canonicalIn = (html: string) => /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1];
const blocksIn = (html: string) =>
  [...html.matchAll(/<script type="([^"]+)"[^>]*>([^<]+)<\/script>/g)].map(([, type, text]) => ({
    type,
    data: JSON.parse(text!),
  }));
const site = () => market().marketplace.publicUrl;

const publish = async (account: Member, fields: object = {}) => {
  const { _id } = await market().publish(account, fields);
  await eventually(async () => (await market().client().get(`listings/${_id}?public=true`)).status === 200);
  return { id: _id as string, path: `/public/listings/${_id}` };
};

test.each(['/audit/streams/%00%ff', '/%ff', '/audit/streams/%00'])(
  'a damaged address gets the page, as not found: %s',
  async (path) => {
    const { status, headers, html } = await visit(path);
    expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(html).toContain('<div id="root"');
  },
);

describe('pages that are the same for every visitor', () => {
  test.each([
    ['/', 'Miniatures sold under escrow'],
    ['/about', 'Why Reliquary?'],
    ['/faq', 'FAQ and contact'],
    ['/how-a-sale-runs', 'How a sale runs'],
    ['/terms', 'Terms and Conditions'],
    ['/login', 'Access the Trading Archives'],
    ['/register', 'Join the Archives'],
  ])('%s has its own title, description, address and preview', async (path, title) => {
    const { status, html } = await visit(path);
    expect(status).toBe(200);
    expect(titleIn(html)).toBe(`${title} · Reliquary`);
    expect(html.match(/<title>/g)).toHaveLength(1);
    expect(html.match(/<meta name="description"/g)).toHaveLength(1);
    expect(metaIn(html, 'description')?.length).toBeGreaterThan(30);
    expect(canonicalIn(html)).toBe(`${site()}${path}`);
    expect(metaIn(html, 'robots')).toBeUndefined();
    expect(metaIn(html, 'og:title')).toBe(`${title} · Reliquary`);
    expect(metaIn(html, 'og:url')).toBe(`${site()}${path}`);
    expect(metaIn(html, 'twitter:card')).toBe('summary_large_image');
  });

  test('have an existing preview picture', async () => {
    const picture = await fetch(metaIn((await visit('/')).html, 'og:image')!.replace(site(), market().url));
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    await picture.arrayBuffer();
  });

  test('use one canonical address for a search or a trailing slash', async () => {
    expect(canonicalIn((await visit('/?search=dragon')).html)).toBe(`${site()}/`);
    expect(canonicalIn((await visit('/about/')).html)).toBe(`${site()}/about`);
  });

  test.each(['/dashboard', '/listings', '/settings', '/transactions', '/messages', '/reset-password', '/no-such-page'])(
    'hide %s from search engines',
    async (path) => {
      const { html } = await visit(path);
      expect(metaIn(html, 'robots')).toBe('noindex');
      expect(canonicalIn(html)).toBeUndefined();
    },
  );
});

describe('the page of a listing', () => {
  test('announces its photo, price and title, and a product to search engines', async () => {
    const { id, path } = await publish(await seller(), { title: 'A crimson dragon', price: '1250.50' });
    const { status, html } = await visit(path);
    expect(status).toBe(200);
    expect(titleIn(html)).toBe('A crimson dragon · Reliquary');
    expect(canonicalIn(html)).toBe(`${site()}${path}`);
    expect(metaIn(html, 'description')).toMatch(/€1250\.50 .* Painted with care/);
    expect(metaIn(html, 'og:type')).toBe('product');
    expect(metaIn(html, 'product:price:amount')).toBe('1250.50');
    const image = metaIn(html, 'og:image')!;
    expect((await fetch(image.replace(site(), market().url))).headers.get('content-type')).toBe('image/webp');
    const product = blocksIn(html).find(({ type }) => type === 'application/ld+json')?.data;
    expect(product).toMatchObject({
      '@context': 'https://schema.org',
      '@type': 'Product',
      name: 'A crimson dragon',
      sku: id,
      image: [image],
      itemCondition: 'https://schema.org/UsedCondition',
      offers: { price: '1250.50', priceCurrency: 'EUR', availability: 'https://schema.org/InStock' },
    });
  });

  test('embeds the API’s answer, so the screen need not request it again', async () => {
    const { id, path } = await publish(await seller());
    const answer = (await market().client().get(`listings/${id}?public=true`)).body;
    const { html } = await visit(path);
    expect(blocksIn(html).find(({ type }) => type === 'application/json')?.data).toEqual(answer);
  });

  test('escapes a seller’s text in tags and attributes', async () => {
    const title = '</title><script>alert(1)</script>" onload="x';
    const { path } = await publish(await seller(), {
      title,
      description: '</script><img src=x onerror=alert(2)> & co',
    });
    const { html } = await visit(path);
    expect(html).not.toContain('<script>alert');
    expect(html).not.toContain('<img src=x');
    expect(html).not.toMatch(/" onload="x[^&]/);
    expect(titleIn(html)).toBe(`${title} · Reliquary`);
    expect(blocksIn(html).find(({ type }) => type === 'application/ld+json')?.data.name).toBe(title);
  });

  test('answers 404 with the page for an unknown, archived or invalid listing', async () => {
    const owner = await seller();
    const { id, path } = await publish(owner);
    const { body: before } = await owner.get(`listings/${id}`);
    await owner.call('PUT', `listings/${id}`, { json: { ...before, status: 'archived' } });
    for (const gone of [path, `/public/listings/${newId()}`, '/public/listings/none']) {
      const { status, html } = await eventually(async () => {
        const answer = await visit(gone);
        return answer.status === 404 && answer;
      });
      expect(status).toBe(404);
      expect(html).toContain('<div id="root">');
      expect(metaIn(html, 'robots')).toBe('noindex');
      expect(canonicalIn(html)).toBeUndefined();
      expect(html).not.toContain('A painted dragon');
    }
  });
});

describe('for crawlers', () => {
  test('robots.txt allows the pages and their data, blocks the rest and names the sitemap', async () => {
    const { status, html, headers } = await visit('/robots.txt');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(html).toContain('Allow: /api/listings\nDisallow: /api/\n');
    expect(html).toContain(`Sitemap: ${site()}/sitemap.xml`);
  });

  test('the sitemap lists public pages and offers, newest first', async () => {
    const account = await seller();
    const older = await publish(account);
    const newer = await publish(account);
    const index = await visit('/sitemap.xml');
    expect(index.headers.get('content-type')).toContain('application/xml');
    const parts = [...index.html.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address!.replace(site(), ''));
    expect(parts).toEqual(['/sitemaps/pages.xml', '/sitemaps/listings-1.xml']);
    expect((await visit(parts[0]!)).html).toContain(`<loc>${site()}/about</loc>`);
    const { html } = await visit(parts[1]!);
    expect(html.indexOf(newer.path)).toBeGreaterThan(0);
    expect(html.indexOf(newer.path)).toBeLessThan(html.indexOf(older.path));
  });

  test('a page beyond the end of the sitemap is missing', async () => {
    expect((await visit('/sitemaps/listings-2.xml')).status).toBe(404);
    expect((await visit('/sitemaps/listings-0.xml')).status).toBe(404);
  });
});

test('a seller’s page is hidden from search engines, and members without listings have none', async () => {
  const account = await seller();
  const path = `/public/sellers/${account.id}`;
  const before = await visit(path);
  expect([before.status, titleIn(before.html)]).toEqual([404, 'Seller not found · Reliquary']);
  await publish(account);
  const { status, html } = await visit(path);
  expect([status, titleIn(html), metaIn(html, 'robots')]).toEqual([200, `${account.username} · Reliquary`, 'noindex']);
  expect((await visit('/public/sellers/nobody')).status).toBe(404);
});

test('a manifest with existing icons makes the application installable', async () => {
  const linked = [...(await visit('/')).html.matchAll(/<link rel="manifest" href="([^"]+)"/g)];
  expect(linked.map(([, href]) => href)).toEqual(['/manifest.webmanifest']);
  const manifest = await (await fetch(new URL('/manifest.webmanifest', market().url))).json();
  const { name, id, start_url, scope, display, lang, theme_color, background_color } = manifest;
  expect([name, id, start_url, scope, display, lang]).toEqual(['Reliquary', '/', '/', '/', 'standalone', 'en-GB']);
  expect([theme_color, background_color]).toEqual(['#100c08', '#100c08']);
  expect(manifest.icons).toHaveLength(3);
  for (const { src } of manifest.icons) {
    const icon = await fetch(new URL(src, market().url));
    expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/png']);
    await icon.arrayBuffer();
  }
});

test('the service worker is never cached, and caches only hashed files of this build', async () => {
  const worker = await fetch(new URL('/sw.js', market().url));
  expect(worker.headers.get('content-type')).toContain('text/javascript');
  expect(worker.headers.get('cache-control')).toBe('no-cache');
  expect(worker.headers.get('content-security-policy')).toContain("worker-src 'self'");
  const listed = [...(await worker.text()).matchAll(/[`"'](\/[\w./-]+\.(?:js|css|html))[`"']/g)].map(
    ([, path]) => path!,
  );
  const kept = [...new Set(listed)];
  expect(kept.filter((path) => !/^\/assets\/[\w-]+-[\w-]{8}\.(js|css)$/.test(path)).sort()).toEqual([
    '/offline.html',
    '/offline.js',
  ]);
  expect(kept.length).toBeGreaterThan(4);
  // only the files of the first page, out of some two hundred
  expect(kept.length).toBeLessThan(12);
  for (const path of kept) {
    const { status, body } = await fetch(new URL(path, market().url));
    await body?.cancel();
    expect([path, status]).toEqual([path, 200]);
  }
});

test('scripts are served as brotli where accepted, and cached for a year', async () => {
  const script = /<script type="module" crossorigin src="([^"]+)"/.exec((await visit('/')).html)![1]!;
  const answer = (encoding: string) =>
    fetch(new URL(script, market().url), { headers: { 'accept-encoding': encoding } });
  const [brotli, plain] = await Promise.all([answer('br'), answer('identity')]);
  expect(brotli.headers.get('content-encoding')).toBe('br');
  expect(plain.headers.get('content-encoding')).toBeNull();
  expect(brotli.headers.get('content-type')).toBe(plain.headers.get('content-type'));
  expect(brotli.headers.get('cache-control')).toContain('immutable');
  expect(brotli.headers.get('vary')).toContain('Accept-Encoding');
  expect(await brotli.text()).toBe(await plain.text());
});

test('the preloads of a page exist in the build and belong to its screen', async () => {
  const { html } = await visit('/about');
  const files = [...html.matchAll(/<link rel="(?:modulepreload|preload)"[^>]* href="\/assets\/([^"]+)"/g)].map(
    ([, f]) => f!,
  );
  expect(files.some((file) => file.startsWith('About-'))).toBe(true);
  for (const file of files) expect(existsSync(new URL(`../../../dist/web/assets/${file}`, import.meta.url))).toBe(true);
});
