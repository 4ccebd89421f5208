import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { type ConfigEnv, defineConfig, type Plugin, type UserConfig } from 'vite';
import { earlyAppearance } from './appearance/plugin.ts';
import { escrowPictures } from './chart/plugin.ts';
import { filesOfPart, laterParts } from './loading/plugin.ts';
import { breakpoints } from './styles/breakpoints.ts';
import { verifier } from './transparency/verifier/plugin.ts';
import { worker } from './worker/plugin.ts';

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** In development, Vite serves the pages and proxies everything else to `API_URL`, by default `npm start`. */
const server = process.env.API_URL ?? 'http://127.0.0.1:3000';

/** The package's default entry is its development build, 3 kB larger. */
const router = [
  { find: /^react-router$/, replacement: folder('../node_modules/react-router/dist/production/index.mjs') },
  { find: /^react-router\/dom$/, replacement: folder('../node_modules/react-router/dist/production/dom-export.mjs') },
];

const modules = (...names: string[]) => new RegExp(`/web/(${names.join('|')})\\.tsx?$`);

const PARTS = modules(
  'ui/(announcements|Avatar|Field|Input|onDemand|PageHeading|Panel|partOnDemand|Skeleton|useDebounced|useKeptFocus|useWide)',
);
/** Photos, prices and lists of listings and sales. */
const GOODS =
  /\/web\/(ui\/(BackLink|Badge|countries|dates|LoadMore|money|onceOpened|Photo|Price|Rating)\.tsx?)$|domain\/(shared\/euros|transactions\/statuses)|contract\/photos/;
const MONEY = /\/web\/ui\/(MoneyInput|rateClamp|rateRules|typedMoney)\.tsx?$/;
/** Long texts and their drafts. */
const TEXTS = modules('ui/Textarea', 'api/keptForms');
/** Sums in any currency and time left, in words. */
const WORDS =
  /\/web\/ui\/(currencies|PriceBreakdown|timeLeft|useNow)\.tsx?$|domain\/(shared\/(currencies|durations)|transactions\/caseKinds)\.ts$/;
/** Dates in Amsterdam and business days: only pages that count days need them. */
const CALENDAR = /domain\/(shared\/(amsterdam|businessDays)|transactions\/terms\/terms)\.ts$/;
/** The numbers of the terms. */
const TERMS = /domain\/(transactions\/(fees|limits|terms\/.*)|shared\/lengths)\.ts$/;
/** Where things are sent, and what that costs. */
const PLACES = /domain\/(catalogue\/(conditions|countries)|transactions\/(allIn|shipping))\.ts$/;
const MEMBER = modules('memberRoutes', 'shell/MemberShell', 'notifications/components/NotificationsBell');
const CATALOGUE = modules('listings/api/(catalogueQueries|listingQueries)');
const PRICES = modules(
  'listings/components/price/(AllInPrice|allInOf|countryOfLanguage|DestinationSelect|useDestination)',
  'listings/components/watchList/(WatchButton|intent|setWatched)',
  'listings/api/watchQueries',
);
const OFFERINGS = modules(
  'listings/api/(browseQueries|useOfferings)',
  'listings/components/(ListingCard|OfferingGrid)',
);
const TITLES = /domain\/notifications\/transactionTitles\.ts$/;
/** Cases in words. */
const CASES = /\/web\/staff\/caseText\.ts$|domain\/notifications\/cases\.ts$/;
const TRANSACTION = modules('transactions/api/(usePay|history|transactions)');
const DESK =
  /\/web\/(staff\/(ConfirmedAction|ReasonedAction|staffQueries|useStaffAction)|api\/(histories|reports)|audit\/categories)\.tsx?$|\/concerned\.ts$|domain\/moderation\/(limits|listingReportsText)\.ts$/;

/** At the highest level, too slow per request: the server sends these files to browsers that accept them. */
const brotli = (assets: string): Plugin => ({
  name: 'brotli',
  apply: 'build',
  closeBundle: () => {
    for (const file of readdirSync(assets).filter((name) => /\.(js|css)$/.test(name)))
      writeFileSync(`${assets}/${file}.br`, brotliCompressSync(readFileSync(`${assets}/${file}`)));
  },
});

/**
 * Both keep an unused router component in the build (4 kB on every first page): a display name, and a call that may
 * have side effects. The changes are harmless anywhere and keep the line numbers.
 */
const withoutNames = (): Plugin => ({
  name: 'without-names',
  apply: 'build',
  transform: {
    filter: { id: /react-router\/dist\/production/ },
    handler: (code) => ({
      code: code
        .replace(/^\w+\.displayName = "\w+";$/gm, '')
        .replace(/= (React\d*\.(?:createContext|forwardRef|memo)\()/g, '= /* @__PURE__ */ $1'),
      map: null,
    }),
  },
});

/** `outDir`: the build's output folder. */
export const web = ({ command }: ConfigEnv, outDir = folder('../dist/web')): UserConfig => ({
  root: folder('.'),
  plugins: [
    react(),
    breakpoints(),
    escrowPictures(),
    earlyAppearance(),
    withoutNames(),
    laterParts(),
    brotli(`${outDir}/assets`),
    verifier(`${outDir}/verifier`),
    worker(outDir),
  ],
  // the page starts the replay's worker as a module
  worker: { format: 'es' },
  resolve: {
    ...(command === 'build' ? { alias: router } : {}),
    conditions: ['source', 'module', 'browser', 'development|production'],
  },
  build: {
    outDir,
    emptyOutDir: true,
    target: 'es2024',
    modulePreload: { polyfill: false, resolveDependencies: filesOfPart },
    assetsInlineLimit: 1024,
    manifest: true,
    // Separate files for reading stack traces: naming them in the code would cost every first page a kilobyte.
    sourcemap: 'hidden',
    rolldownOptions: {
      // Inlines constants across modules: saves 200 to 400 bytes on every first page.
      optimization: { inlineConst: { mode: 'all' } },
      output: {
        // Changes only with library versions, so it stays cached across our releases.
        codeSplitting: {
          groups: [
            { name: 'frame', test: /node_modules\/(react|react-dom|scheduler|react-router)\// },
            {
              name: 'query',
              test: /node_modules\/@tanstack\/(?!.*([iI]nfinite|useMutation|mutationObserver|[qQ]ueries))/,
            },
            // The rest of the first load; later groups cannot take it away.
            { name: 'base', tags: ['$initial'] },
            // Drawn into a group below that uses them, either would come to all others that do.
            { name: 'infinite', test: /node_modules\/@tanstack\/.*[iI]nfinite/ },
            { name: 'mutation', test: /node_modules\/@tanstack\/.*(useMutation|mutationObserver)/ },
            { name: 'calendar', test: CALENDAR },
            { name: 'terms', test: TERMS },
            { name: 'places', test: PLACES },
            { name: 'parts', test: PARTS },
            { name: 'goods', test: GOODS },
            { name: 'money', test: MONEY },
            { name: 'texts', test: TEXTS },
            { name: 'words', test: WORDS },
            { name: 'member', test: MEMBER },
            { name: 'catalogue', test: CATALOGUE },
            { name: 'prices', test: PRICES },
            { name: 'offerings', test: OFFERINGS },
            { name: 'titles', test: TITLES },
            { name: 'cases', test: CASES },
            { name: 'sale', test: TRANSACTION },
            { name: 'desk', test: DESK },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      '/api': server,
      '/files': server,
      '/simulated-provider': server,
      '/dev': server,
    },
  },
});

export default defineConfig((env) => web(env));
