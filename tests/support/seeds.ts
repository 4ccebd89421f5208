import fc from 'fast-check';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** Seed of everything random; below 2^28. */
    seed: number;
  }
}

fc.configureGlobal({ seed: inject('seed') });
