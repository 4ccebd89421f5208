/** The path of the first invalid value; undefined if all is valid. */
export type Shape = (value: unknown) => string | undefined;

const that =
  (holds: (value: unknown) => boolean): Shape =>
  (value) =>
    holds(value) ? undefined : '';

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const text: Shape = that((value) => typeof value === 'string');
export const yesOrNo: Shape = that((value) => typeof value === 'boolean');
export const number: Shape = that(Number.isFinite);
export const count: Shape = that((value) => Number.isSafeInteger(value) && Number(value) >= 0);
export const textLike = (pattern: RegExp): Shape => that((value) => typeof value === 'string' && pattern.test(value));
export const oneOf = (...values: readonly unknown[]): Shape => that((value) => values.includes(value));
/** A time in the format of `toISOString`. */
export const time: Shape = that((value) => {
  const at = typeof value === 'string' ? new Date(value) : undefined;
  return at !== undefined && !Number.isNaN(at.getTime()) && at.toISOString() === value;
});

/** No valid field nests this deep. Deeper input could crash the recursion. */
const DEEPEST = 16;
const isShallow = (value: unknown, depth = 0): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (depth < DEEPEST && Object.values(value).every((part) => isShallow(part, depth + 1)));
export const anything: Shape = that((value) => value !== undefined && isShallow(value));

export const orNull =
  (shape: Shape): Shape =>
  (value) =>
    value === null ? undefined : shape(value);

export const list =
  (shape: Shape): Shape =>
  (value) => {
    if (!Array.isArray(value)) return '';
    for (const [at, each] of value.entries()) {
      const wrong = shape(each);
      if (wrong !== undefined) return `[${at}]${wrong}`;
    }
    return undefined;
  };

/** An object whose named fields have these shapes. Other fields are ignored. */
export const record =
  (fields: Readonly<Record<string, Shape>>): Shape =>
  (value) => {
    if (!isRecord(value)) return '';
    for (const [name, shape] of Object.entries(fields)) {
      const wrong = shape(Object.hasOwn(value, name) ? value[name] : undefined);
      if (wrong !== undefined) return `.${name}${wrong}`;
    }
    return undefined;
  };

/** An object in which every field has this shape. */
export const recordOf =
  (shape: Shape): Shape =>
  (value) => {
    if (!isRecord(value)) return '';
    for (const [name, each] of Object.entries(value)) {
      const wrong = shape(each);
      if (wrong !== undefined) return `[${JSON.stringify(name.slice(0, 80))}]${wrong}`;
    }
    return undefined;
  };
