import fs from 'node:fs';
import path from 'node:path';

export const BUILT = path.resolve(import.meta.dirname, '../../dist/web');

export type Chunk = { file: string; name?: string; imports?: string[]; css?: string[]; isDynamicEntry?: boolean };
export type Manifest = Record<string, Chunk>;

export const readManifest = (built = BUILT): Manifest =>
  JSON.parse(fs.readFileSync(path.join(built, '.vite/manifest.json'), 'utf8'));

/** The files of a module of the manifest and of all that it imports. */
export const filesOf = (manifest: Manifest, name: string, seen = new Set<string>()): Set<string> => {
  const chunk = manifest[name];
  if (!chunk || seen.has(chunk.file)) return seen;
  seen.add(chunk.file);
  for (const other of chunk.imports ?? []) filesOf(manifest, other, seen);
  return seen;
};

/** An `import()` of the build: where it is written, what it imports, and the files that it gives to the loader. */
export type LaterPart = { from: string; file: string; files: string[] | undefined };

const TOKEN = /import\(([`"'])\.\/([\w.-]+)\1\)|__vite__mapDeps\(\[([\d,]*)\]\)|import\((?![`"']\.\/)/g;

const partsIn = (built: string, from: string): LaterPart[] => {
  const code = fs.readFileSync(path.join(built, from), 'utf8');
  const table = /m\.f=(\[[^\]]*\])/.exec(code)?.[1];
  const names: string[] = table ? JSON.parse(table) : [];
  const parts: LaterPart[] = [];
  const open: LaterPart[] = [];
  for (const [whole, , file, places] of code.matchAll(TOKEN)) {
    if (places !== undefined) {
      const part = open.pop();
      if (part) part.files = places.split(',').map((place) => names[Number(place)] ?? '');
    } else {
      const part = { from, file: file ? `assets/${file}` : whole, files: undefined };
      parts.push(part);
      open.push(part);
    }
  }
  return parts;
};

export const laterParts = (built = BUILT): LaterPart[] =>
  fs
    .readdirSync(path.join(built, 'assets'))
    .filter((name) => name.endsWith('.js'))
    .flatMap((name) => partsIn(built, `assets/${name}`));

/** The file that every page names itself, and the name by which it exports the loader. */
export const builtLoader = (built = BUILT): { file: string; name: string } => {
  const file = readManifest(built)['index.html']?.file ?? '';
  for (const { from } of laterParts(built)) {
    if (from === file) continue;
    const code = fs.readFileSync(path.join(built, from), 'utf8');
    const called = /([\w$]+)\(async\(\)=>\{let\{[^}]*\}=await import\(/.exec(code)?.[1];
    const imported = new RegExp(`import\\{([^}]*)\\}from"./${path.basename(file)}"`).exec(code)?.[1]?.split(',');
    const name = imported?.map((each) => each.split(' as ')).find(([own, alias = own]) => alias === called)?.[0];
    if (name) return { file, name };
  }
  throw new Error('no chunk of the build calls the loader');
};
