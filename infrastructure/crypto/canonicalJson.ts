import canonicalizeModule from 'canonicalize';

/** Canonical JSON (RFC 8785). The cast is needed because the package's types declare the wrong module kind. */
export const canonicalJson = canonicalizeModule as unknown as (value: unknown) => string;
