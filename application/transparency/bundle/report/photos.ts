import { type Bytes, toBase64 } from '../../bytes.ts';
import type { BundleIndex } from '../bundleFormat.ts';
import { html } from './html.ts';

/** Bytes. A photo of 2,000 pixels has a third of the first; a larger one is only named. */
const MOST_OF_A_PHOTO = 1_500_000;
const MOST_OF_ALL = 24_000_000;

const startsWith = (content: Bytes, text: string, at = 0): boolean =>
  [...text].every((sign, index) => content[at + index] === sign.charCodeAt(0));

/** By content: a name may lie. Undefined for anything but a photo. */
const typeOf = (content: Bytes): string | undefined => {
  if (startsWith(content, 'RIFF') && startsWith(content, 'WEBP', 8)) return 'image/webp';
  if (startsWith(content, '\u00ff\u00d8\u00ff')) return 'image/jpeg';
  return startsWith(content, '\u0089PNG') ? 'image/png' : undefined;
};

/** Says of one photo after the other, in the order of the index, whether the page has room for it. */
export const photoBudget = (): ((bytes: number) => boolean) => {
  let left = MOST_OF_ALL;
  return (bytes) => {
    if (bytes > Math.min(MOST_OF_A_PHOTO, left)) return false;
    left -= bytes;
    return true;
  };
};

/** The photos of an event, inside the page. `photos`: those that fit, by file. */
export const photosOf = (index: Pick<BundleIndex, 'pictures' | 'files'>, photos: ReadonlyMap<string, Bytes>) => {
  const places = new Map<string, string>();

  const imageOf = (file: string): string => {
    const bytes = photos.get(file);
    if (!bytes) return '<p class="masked">There is no room for this photo here. It is in the bundle.</p>';
    const type = typeOf(bytes);
    if (!type) return '<p class="masked">This file is not a photo that can be shown here.</p>';
    return `<img alt="" src="data:${type};base64,${toBase64(bytes)}">`;
  };

  const photo = (file: string | null, label: string): string => {
    if (file === null)
      return `<p class="masked">${label} is not shown: the stored file is not the one that was uploaded.</p>`;
    const before = places.get(file);
    if (before !== undefined) return `<p class="masked">${label} is the same as ${before}.</p>`;
    places.set(file, label.charAt(0).toLowerCase() + label.slice(1));
    return `<figure class="photo">${imageOf(file)}<figcaption>${label}: ${html(file)}<br>SHA-256 ${html(index.files[file] ?? 'unknown')}</figcaption></figure>`;
  };

  /** `number`: of the event in the report. */
  return (fact: string, number: number): string => {
    const own = index.pictures.filter((picture) => picture.fact === fact);
    if (own.length === 0) return '';
    return `<div class="photos">${own.map(({ file, place }) => photo(file, `Photo ${number}.${place + 1}`)).join('')}</div>`;
  };
};
