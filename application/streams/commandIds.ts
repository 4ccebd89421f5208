import { hash } from 'node:crypto';

const BYTES = 6;

/**
 * Short, so that thousands fit into a snapshot. A missing id proves that the command never ran here. A match may
 * be a hash collision, so check the history.
 */
export const shortenId = (commandId: string): number =>
  Number.parseInt(hash('sha256', commandId).slice(0, 2 * BYTES), 16);

export const packIds = (ids: ReadonlySet<number>): string => {
  const bytes = Buffer.alloc(ids.size * BYTES);
  let offset = 0;
  for (const id of ids) offset = bytes.writeUIntBE(id, offset, BYTES);
  return bytes.toString('base64');
};

export const unpackIds = (text: string): Set<number> => {
  const bytes = Buffer.from(text, 'base64');
  const ids = new Set<number>();
  for (let offset = 0; offset < bytes.length; offset += BYTES) ids.add(bytes.readUIntBE(offset, BYTES));
  return ids;
};
