import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { headOf, type Page, type Picture } from './page.ts';

/** Vite's manifest: the built files of each web module. */
type Manifest = Record<string, { file: string; imports?: string[]; css?: string[]; assets?: string[] }>;

const ENTRY = 'index.html';

/** The font of the headings. The text font is twice as large and would delay the scripts. */
const FIRST_FONTS = /\/cinzel-latin-wght-normal[^/]*\.woff2$/;

const inAttribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

const readManifest = (folder: string): Manifest => {
  const file = join(folder, '.vite/manifest.json');
  return statSync(file, { throwIfNoEntry: false }) ? JSON.parse(readFileSync(file, 'utf8')) : {};
};

/** All chunks that a module needs to run. */
const chunksOf = (manifest: Manifest, name: string, seen = new Set<string>()): Set<string> => {
  const chunk = manifest[name];
  if (!chunk || seen.has(name)) return seen;
  seen.add(name);
  for (const needed of chunk.imports ?? []) chunksOf(manifest, needed, seen);
  return seen;
};

const picturePreload = (manifest: Manifest, { srcset, sizes }: Picture): string => {
  const built = srcset.replace(/\bart\/[\w.-]+/g, (source) => `/${manifest[source]?.file ?? source}`);
  return `<link rel="preload" as="image" fetchpriority="high" imagesrcset="${built}" imagesizes="${sizes}" />`;
};

/**
 * Preloads for the first paint, so that the browser does not load them one after another. Scripts as the loader requests them
 * (`web/loading/load.ts`): browsers remember a failed `modulepreload`.
 */
const preloads = (manifest: Manifest, { module, picture }: Page): string[] => {
  const entry = chunksOf(manifest, ENTRY);
  const own = module === undefined ? [] : [...chunksOf(manifest, module)].filter((name) => !entry.has(name));
  const fonts = (manifest[ENTRY]?.assets ?? []).filter((file) => FIRST_FONTS.test(file));
  return [
    ...(picture ? [picturePreload(manifest, picture)] : []),
    ...own.map((name) => `<link rel="preload" as="fetch" crossorigin href="/${manifest[name]!.file}" />`),
    ...fonts.map((file) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${file}" />`),
  ];
};

type Built = { html: string; manifest: Manifest };

/** The built page in `folder` with the head of one page; undefined without a build. Reloads after a new build. */
export const openBuiltPages = (
  folder: string,
  { supportEmail, baseUrl }: { supportEmail: string; baseUrl: string },
) => {
  const file = join(folder, ENTRY);
  let kept: { at: number; built: Built } | undefined;

  const built = (): Built | undefined => {
    const at = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
    if (at === undefined) return undefined;
    if (at !== kept?.at) {
      const html = readFileSync(file, 'utf8')
        .replace(/(<meta name="support-email" content=")[^"]*/, (_, start) => start + inAttribute(supportEmail))
        .replace(/\s*<meta name="description"[^>]*>/, '');
      kept = { at, built: { html, manifest: readManifest(folder) } };
    }
    return kept.built;
  };

  return {
    isThere: () => built() !== undefined,
    with: (page: Page): string | undefined => {
      const now = built();
      if (!now) return undefined;
      const head = [headOf(page, baseUrl), ...preloads(now.manifest, page)].join('\n    ');
      return now.html.replace(/<title>[^<]*<\/title>/, () => head);
    },
  };
};
