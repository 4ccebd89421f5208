import { z } from 'zod';

/** A setting that is set to nothing counts as not set. */
export const set = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema);
export const whole = (least: number, most: number) => {
  const error = `must be a whole number from ${least} to ${most}`;
  return z.string().regex(/^\d+$/, error).transform(Number).pipe(z.number().min(least, error).max(most, error));
};
export const oneOf = <const Values extends readonly [string, ...string[]]>(...values: Values) =>
  z.enum(values, { error: `must be ${values.join(', ').replace(/, ([^,]*)$/, ' or $1')}` });
export const url = (protocols: RegExp, example: string) =>
  z.url({ protocol: protocols, error: `must be a URL such as ${example}`, abort: true });
/** Of a site as a whole: what stands behind the host would be lost in links, or make them wrong. */
export const origin = (example: string) => {
  const isOrigin = (text: string): boolean => /^https?:\/\/[^/?#@]+\/*$/.test(text) && URL.canParse(text);
  return z.string().refine(isOrigin, `must be a URL such as ${example}, without a path`);
};

/** Kept for examples and tests (RFC 2606, RFC 6761): mail to one reaches nobody. */
const RESERVED = /(^|\.)(example(\.(com|net|org))?|invalid|localhost|test)$/;

/** The domain of an address, with or without a name before it, that nobody can have. */
export const reservedDomain = (address: string): string | undefined => {
  const domain = /@([^\s@>]+)>?$/.exec(address)?.[1]?.toLowerCase().replace(/\.$/, '');
  return domain && RESERVED.test(domain) ? domain : undefined;
};

/** Whether its client can read name and password: a `%` that begins nothing throws there. */
export const isDecodable = (address: string): boolean => {
  try {
    const { username, password } = new URL(address);
    return [username, password].every((part) => decodeURIComponent(part) !== undefined);
  } catch {
    return false;
  }
};
