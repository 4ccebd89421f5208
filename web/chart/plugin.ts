import type { Plugin } from 'vite';
import { layOut } from './layout.ts';

const NAME = 'virtual:escrow-pictures';
const ID = `\0${NAME}`;

/** Lays the statechart out while the pages are built, so that no browser has to: neither the machine nor the layout goes there. */
export const escrowPictures = (): Plugin => ({
  name: 'escrow-pictures',
  resolveId: (id) => (id === NAME ? ID : undefined),
  load: async (id) => (id === ID ? `export default ${JSON.stringify(await layOut())}` : undefined),
});
