import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Records by name, such as `events/DeliveryConfirmed.1`. No record is ever overwritten. */
export type Records = {
  names(folder: string): string[];
  has(name: string): boolean;
  read<Content>(name: string): Content;
  bytes(name: string): Buffer;
  /** @throws if it exists already */
  add(name: string, content: object): void;
};

/** One line per event in lists, for readable diffs. */
const written = (content: object): string => {
  const lines = (list: unknown[]) => `[\n${list.map((entry) => `    ${JSON.stringify(entry)}`).join(',\n')}\n  ]`;
  const fields = Object.entries(content).map(
    ([name, value]) => `  ${JSON.stringify(name)}: ${Array.isArray(value) ? lines(value) : JSON.stringify(value)}`,
  );
  return `{\n${fields.join(',\n')}\n}\n`;
};

/** @param folder a file URL with a trailing slash; by default this folder */
export const recordsIn = (folder = new URL('./', import.meta.url)): Records => {
  const fileOf = (name: string) => fileURLToPath(new URL(`${name}.json`, folder));
  return {
    names: (below) => {
      const directory = fileURLToPath(new URL(`${below}/`, folder));
      if (!existsSync(directory)) return [];
      return readdirSync(directory).map((file) => `${below}/${file.replace(/\.json$/, '')}`);
    },
    has: (name) => existsSync(fileOf(name)),
    read: (name) => JSON.parse(readFileSync(fileOf(name), 'utf8')),
    bytes: (name) => readFileSync(fileOf(name)),
    add: (name, content) => {
      mkdirSync(dirname(fileOf(name)), { recursive: true });
      writeFileSync(fileOf(name), written(content), { flag: 'wx' });
    },
  };
};
