import { dateTime } from '../ui/dates.ts';

const NOTHING = 'nothing, or erased';

const inWords = (name: string): string => name.replace(/([a-z])([A-Z0-9])/g, '$1 $2').toLowerCase();

const ISO_TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

const timeOrText = (text: string): string => (ISO_TIME.test(text) ? dateTime(text) : text);

/** Formats a value as lines; objects get a line per part. */
export const openedWords = (value: unknown): string[] => {
  if (value === null || value === undefined || value === '') return [NOTHING];
  if (Array.isArray(value)) return value.length === 0 ? [NOTHING] : value.flatMap(openedWords);
  if (typeof value === 'object')
    return Object.entries(value).flatMap(([name, part]) =>
      part === null || part === '' ? [] : [`${inWords(name)}: ${openedWords(part).join(', ')}`],
    );
  return [typeof value === 'string' ? timeOrText(value) : String(value)];
};
