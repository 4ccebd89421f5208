import type { CallOptions } from '#infrastructure/demo/client.ts';
import type { Endpoint } from '#infrastructure/http/endpoint.ts';
import type { JsonSchema } from '#tests/support/anyInput.ts';
import { photo } from '#tests/support/marketplace.ts';
import { schemaOf } from '../../everyCall.ts';
import { PEOPLE, type Person } from '../../planted.ts';

/** `in`: path parameters by name. `body`: added to the schema’s required fields. */
export type Asked = {
  in?: Readonly<Record<string, string>>;
  body?: object;
  /** The form field for one picture. */
  picture?: string;
  headers?: Record<string, string>;
  /** Replaces the parts of the body that others cannot send, such as photos of their own. */
  others?: object;
  /** The account whose secret is shown, if it is not the caller’s. */
  shows?: string;
};

/** One changing call in a scene where it is accepted. */
export type Change = {
  /** Method and path as declared. */
  call: string;
  /** The callers that this setup accepts. */
  by: readonly Person[];
  /** The code that each other person gets if the call admits them; everybody must be named. */
  closed?: Partial<Record<Person, string>>;
  /** About one’s own account: sent by a twin with the same role, which may lose its sessions. */
  own?: true;
  /** Sets the scene for one of `by`. The others first send what the first one sends. */
  scene: (person: Person) => Asked | Promise<Asked>;
};

export const SIGNED_IN = PEOPLE.filter((person) => person !== 'visitor');
export const NO_PARTIES = ['stranger', 'staff', 'auditor', 'admin', 'insider'] as const;

/** The same code for all of `people`. */
export const told = <Who extends Person>(people: readonly Who[], code: string) =>
  Object.fromEntries(people.map((person) => [person, code])) as Record<Who, string>;

/** The error code for other callers, who do not own the object. */
export const notThere = (code: string, ...but: Person[]) =>
  told(
    SIGNED_IN.filter((person) => !but.includes(person)),
    code,
  );

let count = 0;

/** A unique word: an answer that contains it has read the field. */
export const word = (): string => `canary${String(++count).padStart(4, '0')}x`;

/** A unique account number with valid check digits. */
export const iban = (): string => {
  const own = `ABNA${String(417_164_300 + ++count).padStart(10, '0')}`;
  const digits = [...`${own}NL00`].map((sign) => Number.parseInt(sign, 36)).join('');
  return `NL${String(98n - (BigInt(digits) % 97n)).padStart(2, '0')}${own}`;
};

/** Optional fields for text. */
const OPTIONAL_WORDS = new Set(['otherReason', 'carrier', 'trackingCode', 'fullName', 'review', 'name', 'subject']);

const likely = (schema: JsonSchema): unknown => {
  if ('const' in schema) return schema.const;
  if (schema.enum) return schema.enum[0];
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches?.[0]) return likely(branches[0]);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === 'object') return filled(schema);
  if (type === 'array') return [];
  if (type === 'integer' || type === 'number') return Math.max(schema.minimum ?? 1, 1);
  return type === 'boolean' ? true : word();
};

const filled = ({ properties = {}, required = [] }: JsonSchema): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => required.includes(name) || OPTIONAL_WORDS.has(name))
      .map(([name, schema]) => [name, likely(schema)]),
  );

/** A valid body with a unique word in each text. */
const bodyOf = ({ body }: Endpoint, given: object): object => {
  const schema = schemaOf(body);
  const [branch = schema] = schema.oneOf ?? [];
  return { ...(branch.type === 'object' ? filled(branch) : {}), ...given };
};

/** As a client sends it. */
export const requestOf = async (
  endpoint: Endpoint,
  { in: names = {}, body = {}, picture, headers }: Asked,
): Promise<{ path: string; options: CallOptions }> => {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(names[name] ?? ''));
  const whole = bodyOf(endpoint, body);
  const said = headers ? { headers } : {};
  if (!endpoint.multipart) return { path, options: { json: whole, ...said } };
  const form = new FormData();
  for (const [name, value] of Object.entries(whole)) form.set(name, String(value));
  const content = new Blob([new Uint8Array(await photo())], { type: 'image/jpeg' });
  if (picture) form.append(picture, content, `${word()}.jpg`);
  return { path, options: { form, ...said } };
};
