/** The head of a page, for search engines, link previews and the browser. */
export type Page = {
  status: 200 | 404;
  /** Without the name of the marketplace. */
  title: string;
  description: string;
  /** The canonical path. Undefined: `noindex`. */
  path?: string;
  preview?: Preview;
  /** schema.org, as JSON-LD. */
  data?: object;
  /** API answers for the first screen, which then needs no request. */
  answer?: object;
  /** The largest picture of the first screen. */
  picture?: Picture;
  /** The web module of the screen, below `web/`; preloaded. */
  module?: string;
};

/** Must equal the `<img>`, or the browser loads it twice. `srcset` may name web art by its source, `art/dragon.webp`. */
export type Picture = { srcset: string; sizes: string };

export type Preview = {
  kind: 'website' | 'product';
  /** `file`: its path on this site. */
  image: { file: string; width: number; height: number; alt: string };
  /** The price of a product, in euros with two decimals. */
  price?: string;
};

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const meta = (key: 'name' | 'property', entries: Record<string, string | undefined>): string[] =>
  Object.entries(entries).flatMap(([name, content]) =>
    content === undefined ? [] : [`<meta ${key}="${name}" content="${escaped(content)}" />`],
  );

/** The CSP ignores data blocks, but `<` could still end one. */
const dataBlock = (attributes: string, data: object): string =>
  `<script ${attributes}>${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`;

const previewTags = (page: Page, { kind, image, price }: Preview, baseUrl: string): string[] => {
  const { description } = page;
  const [title, url, file] = [titleOf(page), `${baseUrl}${page.path}`, `${baseUrl}${image.file}`];
  return [
    ...meta('property', {
      'og:site_name': 'Reliquary',
      'og:locale': 'en_GB',
      'og:type': kind,
      'og:title': title,
      'og:description': description,
      'og:url': url,
      'og:image': file,
      'og:image:width': String(image.width),
      'og:image:height': String(image.height),
      'og:image:alt': image.alt,
      ...(price && { 'product:price:amount': price, 'product:price:currency': 'EUR' }),
    }),
    ...meta('name', {
      'twitter:card': 'summary_large_image',
      'twitter:title': title,
      'twitter:description': description,
      'twitter:image': file,
      'twitter:image:alt': image.alt,
    }),
  ];
};

/** The format of `useTitle` in the web. */
const titleOf = ({ title }: Page): string => `${title} · Reliquary`;

/** The variable part of `<head>`. @param baseUrl without a trailing slash */
export const headOf = (page: Page, baseUrl: string): string => {
  const { description, path, preview, data, answer } = page;
  return [
    `<title>${escaped(titleOf(page))}</title>`,
    ...meta('name', { description, robots: path === undefined ? 'noindex' : undefined }),
    ...(path === undefined ? [] : [`<link rel="canonical" href="${escaped(`${baseUrl}${path}`)}" />`]),
    ...(path !== undefined && preview ? previewTags(page, preview, baseUrl) : []),
    ...(data ? [dataBlock('type="application/ld+json"', data)] : []),
    ...(answer ? [dataBlock('type="application/json" id="first-answer"', answer)] : []),
  ].join('\n    ');
};
