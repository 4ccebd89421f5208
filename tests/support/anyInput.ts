import fc from 'fast-check';

export type JsonSchema = {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  required?: string[];
  minimum?: number;
  maximum?: number;
};

/** Texts that have broken software before. */
const TEXTS = [
  '',
  ' ',
  '\u0000',
  'Iron\u0000gate',
  '\ud800',
  'half a \udc00 pair',
  '\u202egnp.exe',
  '👩‍👩‍👧‍👦🗿',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'NaN',
  '-0',
  '1e999',
  '9007199254740993',
  '0x10',
  "'; DROP TABLE events; --",
  '%',
  '_',
  '\\',
  '../../../etc/passwd',
  '<script>alert(1)</script>',
  '</script><!--',
  '{{7*7}}',
  '$&$1',
  'a\r\nBcc: everybody@example.com',
  '\ufeff',
  'ﬁ ligature ｆｕｌｌ',
  '10000-01-01T00:00:00Z',
  '2026-02-31T00:00:00Z',
  '0000-01-01T00:00:00Z',
  'e\u0301'.repeat(200),
  '('.repeat(2_000),
  'x'.repeat(10_240),
];

export const anyText: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...TEXTS) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.string({ maxLength: 40 }) },
);

const anyNumber: fc.Arbitrary<number> = fc.oneof(
  fc.constantFrom(0, -0, -1, 0.001, 1.005, 2 ** 31, 2 ** 53, -(2 ** 63), 1e21, 1e308, Number.MIN_VALUE),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

/** JSON of any shape, as a parser creates it: `__proto__` is an ordinary key. */
export const anyJson: fc.Arbitrary<unknown> = fc.oneof(
  anyText,
  anyNumber,
  fc.constantFrom(null, true, false, [], {}, [[]], JSON.parse('{"__proto__": {"isAdmin": true}}')),
  fc.array(fc.oneof(anyText, anyNumber), { maxLength: 4 }),
  fc.dictionary(fc.string({ maxLength: 8 }), fc.oneof(anyText, anyNumber), { maxKeys: 4 }),
);

/** Values by field name, because a schema cannot describe a good password. */
export type Examples = Readonly<Record<string, fc.Arbitrary<unknown>>>;

const textLike = ({ minLength = 0, maxLength = 40 }: JsonSchema): fc.Arbitrary<string> =>
  fc.lorem().map((text) => text.padEnd(minLength, 'x').slice(0, maxLength));

/** Values that match a JSON schema as far as it says; patterns and prose rules may still refuse them. */
export const likeSchema = (schema: JsonSchema, examples: Examples): fc.Arbitrary<unknown> => {
  const like = (inner: JsonSchema) => likeSchema(inner, examples);
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches) return fc.oneof(...branches.map(like));
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  switch (type) {
    case 'object': {
      const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => [
        name,
        examples[name] ?? like(field),
      ]);
      const required = { requiredKeys: (schema.required ?? []) as never[] };
      return fc.record(Object.fromEntries(fields), required);
    }
    case 'array':
      return fc.array(like(schema.items ?? {}), { minLength: schema.minItems ?? 0, maxLength: 3 });
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -5, max: Math.min(schema.maximum ?? 1_000, 1_000) });
    case 'number':
      return fc.double({ min: schema.minimum ?? -5, max: schema.maximum ?? 1_000, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'string':
      return textLike(schema);
    default:
      return anyJson;
  }
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The same with one part wrong, extra or missing. */
export const nearly = (value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc
    .tuple(value, anyJson, fc.nat(20), fc.constantFrom('replace', 'drop', 'add', 'deep'))
    .map(([good, wrong, place, how]) => {
      if (!isObject(good)) return wrong;
      const names = Object.keys(good);
      const name = names[place % Math.max(1, names.length)];
      if (how === 'add' || name === undefined) return { ...good, [`extra${place}`]: wrong };
      if (how === 'drop') return Object.fromEntries(Object.entries(good).filter(([key]) => key !== name));
      const inner = good[name];
      if (how === 'deep' && isObject(inner)) {
        const [first] = Object.keys(inner);
        return { ...good, [name]: { ...inner, ...(first !== undefined && { [first]: wrong }) } };
      }
      return { ...good, [name]: wrong };
    });

/** Text that PostgreSQL cannot store; an event with it would stop every read model. */
const UNSTORABLE = ['Iron\u0000gate', 'half a pair: \ud83d'];

/** Variants, each with one text made unstorable. */
export const unstorably = (value: unknown): unknown[] => {
  if (typeof value === 'string') return UNSTORABLE;
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    unstorably(inner).map((wrong) => ({ ...value, [name]: wrong })),
  );
};

export const strangeHeaders: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 6, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Record<string, string>[]>(
      { 'x-command-id': 'x'.repeat(64) },
      { 'x-command-id': 'no id' },
      { 'x-min-position': '00000000000000000001' },
      { 'x-min-position': 'ab\u00e9' },
      { 'accept-language': '\u00ff'.repeat(100) },
      { 'content-encoding': 'gzip' },
      { 'content-encoding': 'strange' },
      { 'if-none-match': '*' },
      { range: 'bytes=5-2' },
      { authorization: 'Bearer aaa.bbb.ccc' },
      { authorization: 'Basic \u00ff' },
      { 'x-forwarded-for': '1,'.repeat(500) },
      { cookie: '__proto__=1' },
      { accept: 'text/html' },
    ),
  },
);

export type Body = { type: string | undefined; content: Buffer | undefined };

const DEEP = `{"extra":${'['.repeat(20_000)}${']'.repeat(20_000)}}`;

export const strangeBody: fc.Arbitrary<Body> = fc
  .constantFrom<[string | undefined, string | Buffer][]>(
    ['application/json', '{"email": '],
    ['application/json', '[]'],
    ['application/json', 'null'],
    ['application/json', '{"a":1e999, "a":2}'],
    ['application/json', DEEP],
    ['application/json', '['.repeat(30_000)],
    ['application/json', `"${'x'.repeat(70_000)}"`],
    ['application/json', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
    ['application/json; charset=utf-7', '{}'],
    ['application/json; charset=utf-16', Buffer.from('{}', 'utf16le')],
    ['text/plain', '{"email":"a@b.example"}'],
    ['application/x-www-form-urlencoded', 'email=a&email=b'],
    ['multipart/form-data', 'no boundary'],
    ['multipart/form-data; boundary=', '----'],
    ['multipart/form-data; boundary=x', '--x\r\n\r\n\r\n--x--'],
    ['nonsense', '?'],
    [undefined, '{}'],
  )
  .map(([type, content]) => ({ type, content: Buffer.from(content as string) }));

const BOUNDARY = 'a-boundary';
const NEWLINE = Buffer.from('\r\n');
const part = (about: string, content: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; ${about}\r\n\r\n`), content, NEWLINE]);

const asField = (value: unknown): Buffer =>
  Buffer.from(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

/** A multipart form as browsers write it. */
export const form = (value: unknown, files: readonly Buffer[], ends = true): Body => {
  const entries = isObject(value) ? Object.entries(value) : [['', value] as const];
  const parts = [
    ...entries.map(([name, field]) => part(`name="${name.replace(/["\r\n]/g, '_')}"`, asField(field))),
    ...files.map((content, index) =>
      part(`name="${index === 0 ? 'image' : 'images'}"; filename="../\u0000${index}.jpg"`, content),
    ),
    ...(ends ? [Buffer.from(`--${BOUNDARY}--\r\n`)] : []),
  ];
  return { type: `multipart/form-data; boundary=${BOUNDARY}`, content: Buffer.concat(parts) };
};

/** A form with these fields and good or bad pictures; one in ten is truncated. */
export const formLike = (fields: fc.Arbitrary<unknown>, picture: Buffer): fc.Arbitrary<Body> => {
  const file = fc.constantFrom(picture, picture, Buffer.from('<svg onload="alert(1)"/>'), picture.subarray(0, 90));
  const files = fc.array(file, { maxLength: 3 });
  return fc.tuple(fields, files, fc.nat(9)).map(([value, chosen, ends]) => form(value, chosen, ends !== 0));
};
