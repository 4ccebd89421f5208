import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { parseAst } from 'vite';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const sources = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx'], {
  cwd: root,
})
  .toString()
  .trim()
  .split('\n')
  .filter((file) => fs.existsSync(path.join(root, file)));

type Node = { type: string; argument?: Node; expression?: Node } & Record<string, unknown>;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

/** What is spread, without the brackets and the `as const` around it. */
const bare = (node: Node | undefined): string | undefined =>
  node?.expression && /Parenthesized|TSAs/.test(node.type) ? bare(node.expression) : node?.type;

/** A literal that is spread where its fields or elements could stand themselves. */
const isNeedless = ({ type, argument }: Node, parent: string): boolean => {
  const spread = bare(argument);
  if (type === 'JSXSpreadAttribute') return spread === 'ObjectExpression';
  if (type !== 'SpreadElement') return false;
  return parent === 'ObjectExpression' ? spread === 'ObjectExpression' : spread === 'ArrayExpression';
};

const needlessIn = (value: unknown, parent = ''): number => {
  if (Array.isArray(value)) return value.reduce((sum: number, one) => sum + needlessIn(one, parent), 0);
  if (!isNode(value)) return 0;
  const below = Object.values(value).reduce((sum: number, one) => sum + needlessIn(one, value.type), 0);
  return below + (isNeedless(value, parent) ? 1 : 0);
};

const count = (source: string): number => needlessIn(parseAst(source, { lang: 'tsx' }));

test('no literal is spread only to join lines', () => {
  expect(sources.length).toBeGreaterThan(1_000);
  const spreading = sources.filter((file) => {
    const source = fs.readFileSync(path.join(root, file), 'utf8');
    if (!/\.\.\.\s*\(?\s*[{[]/.test(source)) return false;
    return needlessIn(parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' })) > 0;
  });
  expect(spreading).toEqual([]);
});

test.each([
  'const sale = { ...{ id, buyer }, seller };',
  "const sale = { ...({ state: 'open' } as const), seller };",
  "const kinds = [...['a', 'b'], 'c'];",
  "said(...(['dispute', 'Open one'] as const), body);",
  'const list = <Row {...{ item, now }} />;',
])('%s is found', (source) => expect(count(source)).toBe(1));

test.each([
  'const sale = { ...(paid && { paidAt }), ...rest };',
  "const calls = [...['post', 'put'].map(call)];",
  'const list = <Row {...going} />;',
])('%s is allowed', (source) => expect(count(source)).toBe(0));
