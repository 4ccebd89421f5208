import { z } from 'zod';

/** An empty value counts as unset. */
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
/** A URL without a path: links would drop the path or be wrong. */
export const origin = (example: string) => {
  const isOrigin = (text: string): boolean => /^https?:\/\/[^/?#@]+\/*$/.test(text) && URL.canParse(text);
  return z.string().refine(isOrigin, `must be a URL such as ${example}, without a path`);
};

/** Reserved for examples and tests (RFC 2606, RFC 6761); mail to them reaches nobody. */
const RESERVED = /(^|\.)(example(\.(com|net|org))?|invalid|localhost|test)$/;

/** The reserved domain of an e-mail address, with or without a display name. */
export const reservedDomain = (address: string): string | undefined => {
  const domain = /@([^\s@>]+)>?$/.exec(address)?.[1]?.toLowerCase().replace(/\.$/, '');
  return domain && RESERVED.test(domain) ? domain : undefined;
};

/** Whether the client can decode name and password: an invalid `%` sequence would throw there. */
export const isDecodable = (address: string): boolean => {
  try {
    const { username, password } = new URL(address);
    return [username, password].every((part) => decodeURIComponent(part) !== undefined);
  } catch {
    return false;
  }
};
