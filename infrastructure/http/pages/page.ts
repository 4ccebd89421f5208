/** What a page tells search engines, link previews and the browser before a line of its code has run. */
export type Page = {
  status: 200 | 404;
  /** Without the name of the marketplace. */
  title: string;
  description: string;
  /** The path that stands for it. Undefined: search engines are asked to leave it out. */
  path?: string;
  preview?: Preview;
  /** schema.org, as JSON-LD. */
  data?: object;
  /** What its first screen shows, as the API answers it: the screen need not ask again. */
  answer?: object;
  /** The picture that is most of its first screen. */
  picture?: Picture;
  /** The module of the web that shows it, below `web/`: loaded at once instead of after the first script. */
  module?: string;
};

/** As on the `<img>` itself, or it would be loaded twice. `srcset` may name art of the web, `art/dragon.webp`, by its source. */
export type Picture = { srcset: string; sizes: string };

export type Preview = {
  kind: 'website' | 'product';
  /** `file`: its path on this site. */
  image: { file: string; width: number; height: number; alt: string };
  /** Euros with two decimals, of a product. */
  price?: string;
};

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const meta = (key: 'name' | 'property', entries: Record<string, string | undefined>): string[] =>
  Object.entries(entries).flatMap(([name, content]) =>
    content === undefined ? [] : [`<meta ${key}="${name}" content="${escaped(content)}" />`],
  );

/** A block of data is not run, so the policy of the pages does not ask about it; `<` could still end it. */
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

/** As `useTitle` of the web writes it. */
const titleOf = ({ title }: Page): string => `${title} · Reliquary`;

/** The part of `<head>` that differs from page to page. @param baseUrl of the site, without a slash at its end */
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
