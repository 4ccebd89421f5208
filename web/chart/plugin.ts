import type { Plugin } from 'vite';
import { layOut } from './layout.ts';

const RESOLVED = '\0';
const STATUS = 'virtual:escrow-picture-of-status';
const BESIDE = 'virtual:escrow-pictures-beside';

/** Lays out the statechart at build time, so browsers load neither the machine nor the layout engine. */
export const escrowPictures = (): Plugin => ({
  name: 'escrow-pictures',
  resolveId: (id) => ([STATUS, BESIDE].includes(id) ? RESOLVED + id : undefined),
  load: async (id) => {
    if (id !== RESOLVED + STATUS && id !== RESOLVED + BESIDE) return undefined;
    const { status, ...beside } = await layOut();
    return `export default ${JSON.stringify(id === RESOLVED + STATUS ? status : beside)}`;
  },
});
