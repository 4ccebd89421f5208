import type { Form } from './form.ts';

const AT = Date.UTC(2026, 2, 2, 9);
const PATTERNS: Readonly<Record<string, string>> = {
  '^[0-9a-f]{32}$': '0195a1b2c3d47e8f90a1b2c3d4e5f607',
  '^[A-Za-z]{1,60}$': 'ShippingSet',
  '^[a-z]+-[0-9a-f]{32}$': 'transaction-0195a1b2c3d47e8f90a1b2c3d4e5f607',
  '^(sold|buyer|seller)-\\d+$': 'sold-1',
  '^receipt-(\\d+)$': 'receipt-12',
  '^[0-9a-f]{64}$': '5e884898da28047151d0e56f8dc6292773603d0d6aabbdd62a11ef721d1542d8',
};

const textOf = ({ format, pattern }: Form): string => {
  if (format === 'date') return '2026-03-02';
  if (format !== undefined) throw new Error(`there is no example for the format ${format}`);
  if (pattern === undefined) return 'as it was written';
  const example = PATTERNS[String(pattern)];
  if (example === undefined) throw new Error(`there is no example for the pattern ${pattern}`);
  return example;
};

const numbersOf = ({ minimum, maximum }: Form): number[] => {
  if (typeof minimum === 'number' && typeof maximum === 'number') return [minimum, maximum];
  return minimum === undefined ? [AT] : [8_975];
};

/** Successive examples use the next alternative of each field until all have been used. */
const objectsOf = ({ properties = {}, required = [] }: Form): object[] => {
  const fields = Object.entries(properties as Record<string, Form>).map(([name, field]): [string, unknown[]] => [
    name,
    (required as string[]).includes(name) ? examplesOf(field) : [...examplesOf(field), undefined],
  ]);
  const count = Math.max(1, ...fields.map(([, alternatives]) => alternatives.length));
  return Array.from({ length: count }, (_, number) =>
    Object.fromEntries(
      fields
        .map(([name, alternatives]) => [name, alternatives[number % alternatives.length]])
        .filter(([, value]) => value !== undefined),
    ),
  );
};

/** A key of a record: the first of those it may have, or any. */
const nameIn = ({ propertyNames }: Form): string =>
  ((propertyNames as Form | undefined)?.enum as string[])?.[0] ?? 'escrow';

/** Values of a form, including every enumeration value, null where allowed, and empty and non-empty lists. */
export const examplesOf = (form: Form): unknown[] => {
  if (form.enum) return form.enum as unknown[];
  if ('const' in form) return [form.const];
  const branches = (form.anyOf ?? form.oneOf) as Form[] | undefined;
  if (branches) return branches.flatMap(examplesOf);
  switch (form.type) {
    case 'null':
      return [null];
    case 'boolean':
      return [true, false];
    case 'integer':
      return numbersOf(form);
    case 'string':
      return [textOf(form)];
    case 'array':
      return [examplesOf(form.items as Form), ...(form.minItems === undefined ? [[]] : [])];
    case 'object':
      return form.additionalProperties
        ? examplesOf(form.additionalProperties as Form).map((value) => ({ [nameIn(form)]: value }))
        : objectsOf(form);
    default:
      throw new Error(`there is no example for the type ${form.type}`);
  }
};
