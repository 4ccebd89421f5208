// Changes of the product that a person has thought of, each for the item that it makes untrue, and the sources with a switch for each of them:
//
//   D1-142 web/conversations/components/list/ConversationRow.tsx
//   @ text that stands before it, where what changes stands more than once
//   - what the source says
//   + what it says then; left out where nothing comes in its place
import fs from 'node:fs';
import path from 'node:path';
import { parseAst } from 'vite';
import { root } from '../sources.mjs';
import { jsxWords, lineAt, SWITCHES } from './sites.mjs';

const HEAD = /^((?:D1|D2|L)-\d{3}) (\S+)$/;

/** In the order of the text, numbered; `problem` where one cannot be tried. */
export const readChanges = (text) => {
  const changes = [];
  for (const line of text.split('\n')) {
    const head = HEAD.exec(line);
    if (head) changes.push({ id: changes.length, item: head[1], file: head[2], after: [], from: [], to: [] });
    const list = { '@': 'after', '-': 'from', '+': 'to' }[line[0]];
    if (!head && list) changes.at(-1)[list].push(line.slice(2));
  }
  return changes.map((change) => {
    const [after, from, to] = [change.after, change.from, change.to].map((lines) => lines.join('\n'));
    const isRest = to === '' || !from.endsWith(';') || !to.endsWith(';');
    return { ...change, after, from: isRest ? from : from.slice(0, -1), to: isRest ? to : to.slice(0, -1) };
  });
};

const EXPRESSIONS = new Set(
  `Literal TemplateLiteral BinaryExpression LogicalExpression ConditionalExpression UnaryExpression CallExpression ChainExpression MemberExpression
   ArrayExpression ObjectExpression AwaitExpression NewExpression ArrowFunctionExpression TSAsExpression TSSatisfiesExpression`.split(
    /\s+/,
  ),
);
const STATEMENTS = new Set(
  'ExpressionStatement IfStatement ReturnStatement ThrowStatement ForOfStatement SwitchStatement TryStatement'.split(
    ' ',
  ),
);
const PASSED_BY = new Set([
  'ImportDeclaration',
  'ExportAllDeclaration',
  'ImportExpression',
  'TaggedTemplateExpression',
]);

/** How the text of a node and its other ones stand together behind their switches, or undefined where none can. */
const wayOf = (node, parent, key) => {
  const isChild = parent?.type === 'JSXElement' || parent?.type === 'JSXFragment';
  if (node.type === 'JSXText') return 'words';
  if (isChild && ['JSXElement', 'JSXFragment', 'JSXExpressionContainer'].includes(node.type)) return 'child';
  if (node.type === 'JSXElement' || node.type === 'JSXFragment') return 'expression';
  if (node.type === 'Literal' && parent.type === 'JSXAttribute') return 'attribute';
  if (node.type === 'Property')
    return parent.type === 'ObjectExpression' && node.kind === 'init' && !node.method ? 'property' : undefined;
  if (node.type === 'BlockStatement') return 'block';
  if (STATEMENTS.has(node.type)) return node.directive ? undefined : 'statement';
  if (!EXPRESSIONS.has(node.type)) return;
  if (key === 'callee' && node.type !== 'CallExpression') return;
  if (parent.type === 'ChainExpression' || (key === 'object' && node.type !== 'CallExpression')) return;
  if (key === 'left' && parent.type === 'AssignmentExpression') return;
  if (key === 'key' || key === 'source' || parent.type === 'ExpressionStatement') return;
  if (parent.type === 'UpdateExpression' || (parent.type === 'UnaryExpression' && parent.operator === 'delete')) return;
  return 'expression';
};

/** The smallest node around a span that can stand behind a switch. */
const nodeAround = (program, start, end) => {
  let found;
  const visit = (node, parent, key) => {
    if (node.start > start || node.end < end || PASSED_BY.has(node.type)) return;
    const way = wayOf(node, parent, key);
    const fits = way !== 'block' || (node.start < start && end < node.end);
    if (way && fits) found = { node, way };
    for (const [name, value] of Object.entries(node))
      for (const inner of Array.isArray(value) ? value : [value]) if (inner?.type) visit(inner, node, name);
  };
  visit(program, undefined, undefined);
  return found;
};

const chosen = (ids, others, [open, close], [opens, closes] = ['', '']) => [
  `${open}${others.map((other, at) => `__on(${ids[at]}) ? ${opens}${other}${closes} : `).join('')}${opens}`,
  `${closes}${close}`,
];
/** What comes before a node and what behind it, so that one of `others` stands in its place while its switch is on. */
const WRITTEN = {
  expression: (ids, others) => chosen(ids, others, ['(', ')'], ['(', ')']),
  attribute: (ids, others) => chosen(ids, others, ['{', '}']),
  child: (ids, others) => chosen(ids, others, ['{', '}'], ['<>', '</>']),
  words: (ids, others) => chosen(ids, others, ['{', '}'], ['<>', '</>']),
  property: (ids, others) => chosen(ids, others, ['...(', ')'], ['{ ', ' }']),
  statement: (ids, others) => [
    `${others.map((other, at) => `if (__on(${ids[at]})) { ${other} } else `).join('')}{ `,
    ' }',
  ],
  block: (ids, others) => [`{ ${others.map((other, at) => `if (__on(${ids[at]})) ${other} else `).join('')}`, ' }'],
};

/** Words without entities stay one string, as `<title>` and `<option>` want it. */
const asString = (words) => (/[&{}<>]/.test(words) ? undefined : `{${JSON.stringify(jsxWords(words))}}`);

const placeOf = (source, { after, from }) => {
  const begin = after ? source.indexOf(after) : 0;
  const start = begin < 0 ? -1 : source.indexOf(from, begin);
  if (from === '' || start < 0) return { problem: `not found: ${begin < 0 ? after : from}` };
  if (!after && source.indexOf(from, start + 1) >= 0) return { problem: `stands more than once: ${from}` };
  return { start, end: start + from.length };
};

/** `changes` with the lines that they change, and the source with a switch for each. */
export const switched = (source, file, changes) => {
  const program = parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' });
  const groups = new Map();
  const located = changes.map((change) => {
    const { start, end, problem } = placeOf(source, change);
    if (problem) return { ...change, problem };
    const around = nodeAround(program, start, end);
    if (!around) return { ...change, problem: `no place for a switch: ${change.from}` };
    const { node, way } = around;
    const other = source.slice(node.start, start) + change.to + source.slice(end, node.end);
    const group = groups.get(node) ?? { node, way, ids: [], others: [] };
    groups.set(node, group);
    group.ids.push(change.id);
    group.others.push(way === 'words' ? (asString(other) ?? other) : other);
    return { ...change, line: lineAt(source, start + change.from.search(/\S/)) };
  });
  const edits = [...groups.values()].flatMap(({ node, way, ids, others }, order) => {
    const [before, behind] = WRITTEN[way](ids, others);
    const size = node.end - node.start;
    const own = way === 'words' ? asString(source.slice(node.start, node.end)) : undefined;
    if (own) return [{ at: node.start, upTo: node.end, size, order, text: before + own + behind }];
    return [
      { at: node.start, upTo: node.start, size, order, text: before },
      { at: node.end, upTo: node.end, size, order, closes: true, text: behind },
    ];
  });
  edits.sort((a, b) => {
    if (a.at !== b.at) return a.at - b.at;
    if (Boolean(a.closes) !== Boolean(b.closes)) return a.closes ? -1 : 1;
    return a.closes ? a.size - b.size || b.order - a.order : b.size - a.size || a.order - b.order;
  });
  let at = 0;
  let written = SWITCHES;
  for (const edit of edits) {
    written += source.slice(at, edit.at) + edit.text;
    at = edit.upTo;
  }
  return { located, written: written + source.slice(at) };
};

export const changesByHand = (text) => {
  const changes = readChanges(text);
  const byFile = new Map();
  for (const change of changes) byFile.set(change.file, [...(byFile.get(change.file) ?? []), change]);
  const located = [];
  const written = new Map();
  for (const [file, ofFile] of byFile) {
    const full = path.join(root, file);
    if (!fs.existsSync(full)) {
      located.push(...ofFile.map((change) => ({ ...change, problem: `no file ${file}` })));
      continue;
    }
    const source = fs.readFileSync(full, 'utf8');
    const answer = switched(source, file, ofFile);
    located.push(...answer.located);
    written.set(full, () => answer.written);
  }
  return { changes: located.sort((a, b) => a.id - b.id), written };
};
