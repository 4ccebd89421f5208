/** The JSON Schema keywords that the published document uses; an unknown keyword throws. */
export type Published = { [keyword: string]: unknown };

const SAYS_NOTHING = new Set(['$schema', 'description', 'title', 'default', 'example', 'examples', 'deprecated', 'id']);

const typeOf = (value: unknown): string => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value;
};

const isOf = (type: string, value: unknown): boolean =>
  type === 'integer' ? Number.isInteger(value) : typeOf(value) === type;

const FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  'date-time': (text) => !Number.isNaN(Date.parse(text)),
  date: (text) => /^\d{4}-\d{2}-\d{2}$/.test(text),
  email: (text) => text.includes('@'),
  uri: (text) => URL.canParse(text),
};

/** Where and why `value` violates the schema. `at`: the path. Unknown fields are violations. */
export const faultsOf = (value: unknown, schema: Published, components: Published, at = '$'): string[] => {
  const within = (part: unknown, of: unknown, where: string) => faultsOf(part, of as Published, components, where);
  const fits = (of: unknown) => within(value, of, at).length === 0;
  const { length = 0 } = typeof value === 'string' || Array.isArray(value) ? value : {};
  const fields = typeOf(value) === 'object' ? (value as Record<string, unknown>) : {};
  const fault = (wrong: boolean, why: string): string[] => (wrong ? [`${at} ${why}`] : []);
  const faults: string[] = [];
  for (const [keyword, said] of Object.entries(schema)) {
    if (SAYS_NOTHING.has(keyword) || keyword.startsWith('x-')) continue;
    const limit = Number(said);
    const checks: Record<string, () => string[]> = {
      $ref: () => {
        const named = String(said).split('/').slice(2);
        const found = named.reduce<unknown>((part, name) => (part as Published)[name], components);
        return within(value, found, at);
      },
      type: () => fault(![said].flat().some((type) => isOf(String(type), value)), `is no ${String(said)}`),
      const: () => fault(value !== said, `is not ${JSON.stringify(said)}`),
      enum: () => fault(!(said as unknown[]).includes(value), `is none of ${JSON.stringify(said)}`),
      anyOf: () => fault(!(said as unknown[]).some(fits), 'fits none of several'),
      oneOf: () => fault((said as unknown[]).filter(fits).length !== 1, 'fits not exactly one of several'),
      allOf: () => (said as unknown[]).flatMap((one) => within(value, one, at)),
      required: () =>
        (said as string[]).flatMap((name) => fault(typeOf(value) === 'object' && !(name in fields), `lacks ${name}`)),
      properties: () =>
        Object.entries(said as Published).flatMap(([name, of]) =>
          Object.hasOwn(fields, name) ? within(fields[name], of, `${at}.${name}`) : [],
        ),
      additionalProperties: () => [],
      propertyNames: () => Object.keys(fields).flatMap((name) => within(name, said, `${at}.${name}`)),
      items: () => {
        const from = Array.isArray(schema.prefixItems) ? schema.prefixItems.length : 0;
        return Array.isArray(value)
          ? value.slice(from).flatMap((one, n) => within(one, said, `${at}[${n + from}]`))
          : [];
      },
      prefixItems: () =>
        Array.isArray(value) ? (said as unknown[]).flatMap((of, n) => within(value[n], of, `${at}[${n}]`)) : [],
      minItems: () => fault(Array.isArray(value) && length < limit, `has less than ${limit}`),
      maxItems: () => fault(Array.isArray(value) && length > limit, `has more than ${limit}`),
      minLength: () => fault(typeof value === 'string' && length < limit, `is shorter than ${limit}`),
      maxLength: () => fault(typeof value === 'string' && length > limit, `is longer than ${limit}`),
      minimum: () => fault(typeof value === 'number' && value < limit, `is below ${limit}`),
      maximum: () => fault(typeof value === 'number' && value > limit, `is above ${limit}`),
      exclusiveMinimum: () => fault(typeof value === 'number' && value <= limit, `is not above ${limit}`),
      exclusiveMaximum: () => fault(typeof value === 'number' && value >= limit, `is not below ${limit}`),
      pattern: () =>
        fault(typeof value === 'string' && !new RegExp(String(said), 'u').test(value), `is not like ${said}`),
      format: () => {
        const holds = FORMATS[String(said)];
        if (!holds) throw new Error(`the format ${said} is not known here`);
        return fault(typeof value === 'string' && !holds(value), `is no ${said}`);
      },
    };
    const check = checks[keyword];
    if (!check) throw new Error(`the keyword ${keyword} of the published document is not known here`);
    faults.push(...check());
  }
  if (schema.properties || schema.additionalProperties) {
    const named = (schema.properties ?? {}) as Published;
    const others = schema.additionalProperties;
    for (const [name, part] of Object.entries(fields).filter(([field]) => !Object.hasOwn(named, field)))
      faults.push(
        ...(others
          ? within(part, others === true ? {} : others, `${at}.${name}`)
          : [`${at} has ${name}, which nobody is told of`]),
      );
  }
  return faults;
};
