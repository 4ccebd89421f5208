import type { z } from 'zod';

type Issue = z.core.$ZodRawIssue;

/** `shippingAddress.postalCode` → `Postal code`; for a list entry the name of the list. */
const nameOf = (path: Issue['path'] = []): string => {
  const field = path.findLast((part) => typeof part === 'string');
  if (field === undefined) return 'The request';
  const words = field.replace(/([a-z])([A-Z\d])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const KINDS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'yes or no',
  array: 'a list',
  object: 'a group of fields',
  record: 'a group of fields',
  date: 'a date',
};

const FORMATS: Readonly<Record<string, string>> = {
  email: 'an e-mail address',
  datetime: 'a date and a time, such as 2026-11-23T14:30:00Z',
  date: 'a date, such as 2026-11-23',
  url: 'a web address',
};

const UNITS: Readonly<Record<string, (count: number) => string>> = {
  string: (count) => (count === 1 ? '1 character' : `${count} characters`),
  array: (count) => (count === 1 ? '1 entry' : `${count} entries`),
};

const limit = (origin: string, bound: number | bigint): string => UNITS[origin]?.(Number(bound)) ?? String(bound);

/** The most values that a sentence lists. */
const MAX_LISTED_VALUES = 12;

/** The message for a broken rule without its own text. Pass it to every parse whose errors people may read. */
export const validationMessage = (issue: Issue): string => {
  const name = nameOf(issue.path);
  if (issue.input === undefined && issue.code !== 'unrecognized_keys') return `${name} is required`;
  switch (issue.code) {
    case 'invalid_type':
      return `${name} must be ${KINDS[issue.expected] ?? 'something else'}`;
    case 'too_small':
      return issue.minimum === 1 && issue.origin === 'string'
        ? `${name} is required`
        : `${name} must be at least ${limit(issue.origin, issue.minimum)}`;
    case 'too_big':
      return `${name} must be at most ${limit(issue.origin, issue.maximum)}`;
    case 'invalid_value':
      return issue.values.length <= MAX_LISTED_VALUES
        ? `${name} must be ${issue.values.length === 1 ? '' : 'one of '}${issue.values.join(', ')}`
        : `${name} is not one of the offered values`;
    case 'invalid_format':
      return FORMATS[issue.format]
        ? `${name} must be ${FORMATS[issue.format]}`
        : `${name} is not written as it should be`;
    case 'not_multiple_of':
      return `${name} must be a multiple of ${issue.divisor}`;
    case 'unrecognized_keys':
      return `${name} has a field that is not known here: ${issue.keys.join(', ')}`;
    default:
      return `${name} is not valid`;
  }
};
