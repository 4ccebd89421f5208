import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { type ConfigEnv, defineConfig, type Plugin, type UserConfig } from 'vite';
import { earlyAppearance } from './appearance/plugin.ts';
import { escrowPictures } from './chart/plugin.ts';
import { filesOfPart, laterParts } from './loading/plugin.ts';
import { breakpoints } from './styles/breakpoints.ts';
import { verifier } from './verifier/plugin.ts';
import { worker } from './worker/plugin.ts';

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** In development the pages come from vite, everything else from the server (`API_URL`, by default the one of `npm start`). */
const server = process.env.API_URL ?? 'http://127.0.0.1:3000';

/** The package's own entry is its development build, whose warnings nobody sees here; 3 kB on the way to every first page. */
const router = [
  { find: /^react-router$/, replacement: folder('../node_modules/react-router/dist/production/index.mjs') },
  { find: /^react-router\/dom$/, replacement: folder('../node_modules/react-router/dist/production/dom-export.mjs') },
];

/** Only what its name says: a module that more pages need than the group is for makes each of them heavier. */
const modules = (...names: string[]) => new RegExp(`/web/(${names.join('|')})\\.tsx?$`);

const PARTS = modules(
  'ui/(announcements|Avatar|Field|useDebounced|Input|onDemand|PageHeading|Panel|partOnDemand|Skeleton|useKeptFocus|useWide)',
);
const GOODS =
  /\/web\/ui\/(Badge|BackLink|countries|dates|LoadMore|money|onceOpened|Photo|Price|Rating)\.tsx?$|domain\/(shared\/euros|transactions\/statuses)|contract\/photos/;
const MONEY = /\/web\/ui\/(MoneyInput|typedMoney|rateClamp|rateRules)\.tsx?$|contract\/rateWords|accounts\/ratePolicy/;
/** The numbers of the policy and how sentences say them. */
const TERMS = /domain\/(transactions\/(policy|policies\/.*|termWords|fees)|shared\/lengths)\.ts$/;
/** Where things are sent, and what that costs. */
const PLACES = /domain\/(catalogue\/countries|transactions\/shipping)\.ts$/;
/** What is asked of listings and of what can be listed, with the words for it. */
const CATALOGUE = /\/web\/listings\/(catalogueQueries|listingQueries)\.ts$|domain\/catalogue\/conditions\.ts$/;
/** How sums in any currency and the time that is left are said; the few kinds of cases are no file of their own. */
const WORDS =
  /\/web\/ui\/(PriceBreakdown|timeLeft|useNow|currencies)\.tsx?$|domain\/(shared\/(currencies|durations)|transactions\/caseKinds)\.ts$/;
const SALE = modules('transactions/(actions/usePay|history|sales)');
const DESK = modules('staff/(ConfirmedAction|ReasonedAction|staffQueries|useStaffAction)');
/** What the histories are read by. */
const AUDIT = /\/web\/(api\/histories|audit\/categories)\.ts$|\/concerned\.ts$/;
const MEMBER = modules('memberRoutes', 'shell/MemberShell', 'notifications/NotificationsBell');
const SETTINGS = modules('settings/(account|PanelSkeleton|StatsSkeleton)');
/** What something costs whom, and that it is watched: on cards and on the page of a listing. */
const PRICES =
  /\/web\/listings\/(price\/(AllInPrice|DestinationSelect|allInOf|countryOfLanguage|useDestination)|watch\/(WatchButton|intent|setWatched|watchQueries))\.tsx?$|domain\/transactions\/allIn\.ts$/;
const OFFERS = /\/web\/(api\/offers|ui\/OffersLink)\.tsx?$/;
const OFFERINGS = modules('listings/(OfferingGrid|ListingCard|browseQueries|useOfferings)');

/** At the highest level, which takes too long for a request: the server sends these files to every browser that reads them. */
const brotli = (assets: string): Plugin => ({
  name: 'brotli',
  apply: 'build',
  closeBundle: () => {
    for (const file of readdirSync(assets).filter((name) => /\.(js|css)$/.test(name)))
      writeFileSync(`${assets}/${file}.br`, brotliCompressSync(readFileSync(`${assets}/${file}`)));
  },
});

/**
 * Both keep a component of the router in the build that nobody uses (4 kB on every first page): a name for the tools of developers, and a
 * call that could do anything. Either change is harmless wherever it is made, and lines stay where they were.
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

/** What the screens of reported listings have in common. */
const NOTICES = /\/(domain\/notices\/|web\/api\/reports\.ts)/;

/** `outDir`: where the build goes. */
export const web = ({ command }: ConfigEnv, outDir = folder('../dist/web')): UserConfig => ({
  root: folder('.'),
  plugins: [
    react(),
    tailwindcss(),
    breakpoints(),
    escrowPictures(),
    earlyAppearance(),
    withoutNames(),
    laterParts(),
    brotli(`${outDir}/assets`),
    verifier(`${outDir}/verifier`),
    worker(outDir),
  ],
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
    // Beside the files, for who reads a stack: to name them costs every first page a kilobyte.
    sourcemap: 'hidden',
    rolldownOptions: {
      // A constant is written where it is used, whichever module names it: 200 to 400 bytes less on every first page.
      optimization: { inlineConst: { mode: 'all' } },
      output: {
        // Changes only with a new version of a library, so it stays in the browser's cache over our own releases.
        codeSplitting: {
          groups: [
            { name: 'frame', test: /node_modules\/(react|react-dom|scheduler|react-router)\// },
            {
              name: 'query',
              test: /node_modules\/@tanstack\/(?!.*([iI]nfinite|useMutation|mutationObserver|[qQ]ueries))/,
            },
            // The rest of what is needed before the first screen: no group below draws it away.
            { name: 'base', tags: ['$initial'] },
            // Small parts in few files: a request for each costs more than the part.
            { name: 'parts', test: PARTS },
            { name: 'goods', test: GOODS },
            { name: 'money', test: MONEY },
            { name: 'terms', test: TERMS },
            { name: 'places', test: PLACES },
            { name: 'catalogue', test: CATALOGUE },
            { name: 'member', test: MEMBER },
            { name: 'words', test: WORDS },
            // Drawn into the first group below that uses it, either would come to all others that do.
            { name: 'infinite', test: /node_modules\/@tanstack\/.*[iI]nfinite/ },
            { name: 'mutation', test: /node_modules\/@tanstack\/.*(useMutation|mutationObserver)/ },
            { name: 'sale', test: SALE },
            { name: 'settings', test: SETTINGS },
            { name: 'prices', test: PRICES },
            { name: 'offerings', test: OFFERINGS },
            { name: 'offers', test: OFFERS },
            { name: 'titles', test: /domain\/telling\/saleTitles\.ts$/ },
            { name: 'desk', test: DESK },
            { name: 'audit', test: AUDIT },
            { name: 'notices', test: NOTICES },
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
