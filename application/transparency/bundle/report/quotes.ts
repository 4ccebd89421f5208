import type { StoredEvent } from '../../../ports/eventStore.ts';
import type { BundleIndex } from '../bundleFormat.ts';
import { nameOf } from '../findings.ts';
import { isRecord } from '../shape.ts';
import { inPlainWords } from '../termsText.ts';
import { html } from './html.ts';
import type { ReportWords } from './words.ts';

/** Shown as photos, or next to them. */
const NO_QUOTES = ['evidence', 'image'];
const LABELS: Readonly<Record<string, string>> = {
  text: 'In their own words',
  content: 'The message',
  rationale: 'The reasons',
  note: 'The note',
  takenAt: 'Photos taken, by the camera’s clock',
  to: 'The address',
};
const labelOf = (field: string): string => {
  const words = inPlainWords(field);
  return LABELS[field] ?? words.charAt(0).toUpperCase() + words.slice(1);
};

const inWords = (value: unknown): string => {
  if (typeof value !== 'object' || value === null) return String(value ?? 'unknown');
  if (Array.isArray(value)) return value.map(inWords).join('\n');
  return Object.entries(value)
    .filter(([, part]) => part !== '' && part !== null)
    .map(([name, part]) => `${inPlainWords(name)}: ${inWords(part)}`)
    .join('\n');
};

const isSealed = (value: unknown): boolean => isRecord(value) && typeof value.$personal === 'string';

/** Texts of people as quotes. A text that is not shown leaves a line that says why. */
export const quotesOf = (index: Pick<BundleIndex, 'openings' | 'words' | 'withheld'>, words: ReportWords) => {
  const opened = new Map(
    [...index.openings, ...index.words].map(({ fact, path, plaintext }) => [`${fact}${path}`, plaintext]),
  );
  const withheld = new Set(index.withheld?.map(({ fact, path }) => `${fact}${path}`));
  return (event: StoredEvent): string =>
    Object.entries(event.data)
      .filter(([field]) => !NO_QUOTES.includes(field))
      .map(([field, stored]) => {
        const at = `${nameOf(event)}/data/${field}`;
        if (opened.has(at))
          return `<figure class="quote"><figcaption>${html(labelOf(field))}</figcaption><blockquote dir="auto">${html(inWords(opened.get(at)))}</blockquote></figure>`;
        if (!isSealed(stored)) return '';
        return `<p class="masked">${html(labelOf(field))}: ${withheld.has(at) ? words.withheldText : words.erasedText}</p>`;
      })
      .join('');
};
