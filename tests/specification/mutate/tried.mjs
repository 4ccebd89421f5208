// What a run has looked for in vain or found, as long as the test file stays as it is: the next run goes on behind it.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

export const rememberTried = (root) => {
  const file = path.join(root, 'node_modules', '.cache', 'reliquary', 'mutations.json');
  const tried = new Set(fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : []);
  const prints = new Map();
  const printOf = (name) => {
    if (!prints.has(name)) {
      const source = fs.readFileSync(path.join(root, 'tests', name));
      prints.set(name, createHash('sha256').update(source).digest('hex').slice(0, 12));
    }
    return prints.get(name);
  };
  const keyOf = (name, id) => `${name} ${printOf(name)} ${id}`;
  return {
    has: (name, id) => tried.has(keyOf(name, id)),
    add: (name, id) => {
      tried.add(keyOf(name, id));
      fs.mkdirSync(path.dirname(file), { recursive: true });
      fs.writeFileSync(file, JSON.stringify([...tried]));
    },
  };
};
