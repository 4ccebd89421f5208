import { vi } from 'vitest';
import { PATIENCE } from './patience.ts';

const { waitFor } = vi;
const patiently: typeof vi.waitFor = (callback, options) =>
  waitFor(callback, { timeout: PATIENCE, ...(typeof options === 'number' ? { timeout: options } : options) });

// vitest waits one second by default. Files of a process share this change.
if (waitFor.name !== patiently.name) vi.waitFor = patiently;
