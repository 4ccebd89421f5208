import canonicalizeModule from 'canonicalize';

/** JSON with one spelling for each value (RFC 8785). The package's types describe a module of another kind than the one it is. */
export const canonicalJson = canonicalizeModule as unknown as (value: unknown) => string;
