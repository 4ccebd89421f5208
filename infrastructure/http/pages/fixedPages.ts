import type { Page, Picture, Preview } from './page.ts';

const PREVIEW: Preview = {
  kind: 'website',
  image: { file: '/preview.jpg', width: 1200, height: 630, alt: 'Reliquary, miniatures sold under escrow' },
};

const page = (path: string, module: string, title: string, description: string): Page => ({
  status: 200,
  path,
  module,
  title,
  description,
  preview: PREVIEW,
});

/** The titles of the screens. */
const PAGES: readonly Page[] = [
  page(
    '/',
    'listings/components/Home.tsx',
    'Miniatures sold under escrow',
    'Buy and sell collectible miniatures across Europe. Your money rests in escrow until the figure is in your hands.',
  ),
  page(
    '/about',
    'help/About.tsx',
    'Why Reliquary?',
    'Why collectors buy and sell painted miniatures under escrow: the buyer pays, we hold the money, the seller ships, the buyer confirms.',
  ),
  page(
    '/faq',
    'help/Faq.tsx',
    'FAQ and contact',
    'Answers about buying, selling, shipping, escrow, fees and payouts on Reliquary, and how to write to us.',
  ),
  page(
    '/how-a-sale-runs',
    'help/process/HowASaleRuns.tsx',
    'How a sale runs',
    'Who may do what in a sale on Reliquary, until when, and what happens otherwise: every rule and every deadline of the escrow.',
  ),
  page('/terms', 'help/Terms.tsx', 'Terms and Conditions', 'The terms under which Reliquary is used.'),
  page(
    '/login',
    'accounts/components/Login.tsx',
    'Access the Trading Archives',
    'Sign in to buy, sell and write to other collectors on Reliquary.',
  ),
  page(
    '/register',
    'accounts/components/Register.tsx',
    'Join the Archives',
    'Open a free account to buy and sell collectible miniatures, every sale protected by escrow.',
  ),
];

const HERO: Picture = {
  srcset: 'art/dragon-crimson-640.webp 640w, art/dragon-crimson.webp 800w',
  sizes: '(max-width: 48rem) calc(100vw - 3.25rem), 32rem',
};

const KNIGHT: Picture = {
  srcset: 'art/knight-bonewhite-640.webp 640w, art/knight-bonewhite-full.webp 1200w',
  sizes: '(max-width: 48rem) 22rem, max(50vw, 100vh)',
};

const PICTURES: Record<string, Picture> = { '/': HERO, '/login': KNIGHT, '/register': KNIGHT };

/** The site for search engines, with its own search. */
const website = (baseUrl: string): object => ({
  '@context': 'https://schema.org',
  '@type': 'WebSite',
  name: 'Reliquary',
  url: `${baseUrl}/`,
  potentialAction: {
    '@type': 'SearchAction',
    target: { '@type': 'EntryPoint', urlTemplate: `${baseUrl}/?search={search_term_string}` },
    'query-input': 'required name=search_term_string',
  },
});

/** Pages that are the same for everybody; undefined for other paths. */
export const fixedPage = (path: string, baseUrl: string): Page | undefined => {
  const found = PAGES.find((page) => page.path === path);
  const picture = PICTURES[path];
  return found && { ...found, ...(picture && { picture }), ...(path === '/' && { data: website(baseUrl) }) };
};

export const FIXED_PATHS = PAGES.map(({ path = '/' }) => path);
