import type { CallOptions } from '#infrastructure/demo/client.ts';
import type { Endpoint } from '#infrastructure/http/endpoint.ts';
import type { JsonSchema } from '#tests/support/anyInput.ts';
import { photo } from '#tests/support/marketplace.ts';
import { schemaOf } from '../../everyCall.ts';
import { PEOPLE, type Person } from '../../planted.ts';

/** `in`: what stands in its path, by the names there. `body`: beside what its schema wants. */
export type Asked = {
  in?: Readonly<Record<string, string>>;
  body?: object;
  /** The field of a form under which one picture is sent. */
  picture?: string;
  headers?: Record<string, string>;
  /** What of the body the others cannot send, whose photos these are not: theirs in its place. */
  others?: object;
  /** The account whose secret is shown, where that is not who asks. */
  shows?: string;
};

/** One call that changes something, in a scene where it is accepted. */
export type Change = {
  /** Method and path, as the call is declared. */
  call: string;
  /** For whom the scene is made: each of them is accepted. */
  by: readonly Person[];
  /** What the others are told that the call lets in: everybody has to be named. */
  closed?: Partial<Record<Person, string>>;
  /** Of the own account: asked by another account with the same role, which may lose its sessions. */
  own?: true;
  /** Makes the scene for one of `by`. The others send what the first of them sends, before them. */
  scene: (person: Person) => Asked | Promise<Asked>;
};

export const SIGNED_IN = PEOPLE.filter((person) => person !== 'visitor');
export const NO_PARTIES = ['stranger', 'staff', 'auditor', 'admin', 'insider'] as const;

/** Everybody of `people` is told the same. */
export const told = <Who extends Person>(people: readonly Who[], code: string) =>
  Object.fromEntries(people.map((person) => [person, code])) as Record<Who, string>;

/** Of whom the thing is not, beside who is named. */
export const notThere = (code: string, ...but: Person[]) =>
  told(
    SIGNED_IN.filter((person) => !but.includes(person)),
    code,
  );

let count = 0;

/** Stands nowhere else: where it is answered, what it was written into was read. */
export const word = (): string => `canary${String(++count).padStart(4, '0')}x`;

/** An account number that stands nowhere else, with its right check digits. */
export const iban = (): string => {
  const own = `ABNA${String(417_164_300 + ++count).padStart(10, '0')}`;
  const digits = [...`${own}NL00`].map((sign) => Number.parseInt(sign, 36)).join('');
  return `NL${String(98n - (BigInt(digits) % 97n)).padStart(2, '0')}${own}`;
};

/** What nobody has to send and people may write into. */
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

/** A body that the contract takes, with a word of its own in each text. */
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
