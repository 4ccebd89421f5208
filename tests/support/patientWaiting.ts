import { vi } from 'vitest';
import { PATIENCE } from './patience.ts';

const { waitFor } = vi;
const patiently: typeof vi.waitFor = (callback, options) =>
  waitFor(callback, { timeout: PATIENCE, ...(typeof options === 'number' ? { timeout: options } : options) });

// A second is what vitest gives a condition by itself. Files that share a process share this, too.
if (waitFor.name !== patiently.name) vi.waitFor = patiently;
