// The places of a source where one small change makes a mutant, and the source with all of them, each behind a switch.
import { parseAst } from 'vite';

/** What a reader sees in a screen or an email is told apart from names by its blank. */
const isText = (value) => /\S\s+\S/.test(value);

const LOOSER = { '<': '<=', '<=': '<', '>': '>=', '>=': '>', '===': '!==', '!==': '===', '+': '-', '-': '+' };
const OPPOSITE = { '<': '>=', '<=': '>', '>': '<=', '>=': '<' };
const GLOBALS = new Set(['JSON', 'URL']);
const CONSTANT = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$/;

/** One letter in the middle of the longest word becomes another; escapes such as `\n` are left whole. */
const misspelt = (raw) => {
  if (raw.includes('\\u')) return;
  const words = [...raw.matchAll(/(?<![\\$A-Za-z])[A-Za-z]{2,}/g)];
  if (words.length === 0) return;
  const word = words.reduce((longest, next) => (next[0].length > longest[0].length ? next : longest));
  const at = word.index + Math.floor(word[0].length / 2);
  return `${raw.slice(0, at)}${raw[at] === 'x' ? 'y' : 'x'}${raw.slice(at + 1)}`;
};

/** As React reads it: lines are trimmed, empty ones go, the others are joined by a blank. */
export const jsxWords = (raw) => {
  const lines = raw.split(/\r?\n/);
  return lines
    .map((line, index) => {
      let words = line.replace(/\t/g, ' ');
      if (index > 0) words = words.replace(/^ +/, '');
      if (index < lines.length - 1) words = words.replace(/ +$/, '');
      return words;
    })
    .filter(Boolean)
    .join(' ');
};

/** Asked anew each time: the next file of tests in the same process has switches of its own. */
export const SWITCHES =
  'const __on = (id) => globalThis.__mutant?.(id) ?? false, __other = (value) => globalThis.__other(value);';

class Sites {
  constructor(source) {
    this.source = source;
    this.found = [];
    this.edits = [];
  }

  of = (node) => this.source.slice(node.start, node.end);

  note(node, to, from = this.of(node)) {
    this.found.push({ start: node.start, end: node.end, from, to });
    return this.found.length - 1;
  }

  /** An expression that is another one while the switch is on. */
  expression(node, ...others) {
    for (const other of others) {
      if (other === undefined) continue;
      const index = this.note(node, other);
      this.edits.push({
        at: node.start,
        upTo: node.start,
        size: node.end - node.start,
        text: ['(', index, ` ? (${other}) : `],
      });
      this.edits.push({ at: node.end, upTo: node.end, size: node.end - node.start, closes: true, text: [')'] });
    }
  }

  around(node, before, after, to = '') {
    const index = this.note(node, to);
    this.edits.push({ at: node.start, upTo: node.start, size: node.end - node.start, text: before(index) });
    this.edits.push({ at: node.end, upTo: node.end, size: node.end - node.start, closes: true, text: [after] });
  }

  instead(node, text) {
    this.edits.push({ at: node.start, upTo: node.end, size: node.end - node.start, text });
  }
}

const visitString = (sites, node) => {
  const raw = sites.of(node);
  if (node.value === '') return sites.expression(node, `'~'`);
  const inner = misspelt(raw.slice(1, -1));
  sites.expression(
    node,
    inner === undefined ? undefined : raw[0] + inner + raw[0],
    inner === undefined || isText(node.value) ? `'~'` : undefined,
  );
};

const visitLiteral = (sites, node, parent) => {
  if (node.regex) {
    const counted = /(?<=\{)\d+|\d+(?=\})/g;
    for (const count of node.raw.matchAll(counted)) {
      const changed = `${Number(count[0]) + 1}`;
      sites.expression(node, node.raw.slice(0, count.index) + changed + node.raw.slice(count.index + count[0].length));
    }
    return;
  }
  if (typeof node.value === 'string') return visitString(sites, node);
  if (typeof node.value === 'boolean') return sites.expression(node, String(!node.value));
  if (typeof node.value === 'bigint' || node.bigint) return sites.expression(node, `${node.raw} + 1n`);
  if (typeof node.value !== 'number') return;
  if (parent.type === 'MemberExpression') return sites.expression(node, `${node.raw} + 1`);
  sites.expression(node, `${node.value + 1}`, node.value > 0 ? `${node.value - 1}` : undefined);
};

const visitTemplate = (sites, node) => {
  for (const quasi of node.quasis) {
    const raw = quasi.value.raw;
    const changed = misspelt(raw) ?? (raw.trim() && !raw.includes('\\') ? `${raw}~` : undefined);
    if (changed === undefined) continue;
    const at = sites.source.indexOf(raw, quasi.start);
    sites.expression(
      node,
      sites.source.slice(node.start, at) + changed + sites.source.slice(at + raw.length, node.end),
    );
  }
};

const visitJsxText = (sites, node) => {
  const words = jsxWords(sites.of(node));
  const changed = misspelt(words);
  if (changed === undefined || /[&{}]/.test(words)) return;
  const first = sites.note(node, changed, words);
  const second = isText(words) ? sites.note(node, '~', words) : undefined;
  const text = ['{', first, ` ? ${JSON.stringify(changed)} : `];
  if (second !== undefined) text.push(second, ` ? '~' : `);
  sites.instead(node, [...text, `${JSON.stringify(words)}}`]);
};

const NO_WORDS = new Set(['className', 'key', 'ref', 'class', 'style', 'id', 'htmlFor', 'd', 'viewBox']);

const visitAttribute = (sites, node, visit) => {
  const name = sites.of(node.name);
  if (NO_WORDS.has(name) || node.name.type !== 'JSXIdentifier') return;
  if (node.value === null) {
    const index = sites.note(node, '');
    sites.instead(node, [`{...(`, index, ` ? {} : { ${JSON.stringify(name)}: true })}`]);
  } else if (node.value.type === 'Literal') {
    const words = sites.of(node.value);
    const changed = misspelt(words);
    if (changed === undefined || words.includes('&')) return;
    const first = sites.note(node.value, changed);
    const second = sites.note(node.value, "'~'");
    sites.instead(node.value, ['{', first, ` ? ${changed} : `, second, ` ? '~' : ${words}}`]);
  } else if (node.value.type === 'JSXExpressionContainer' && node.value.expression.type !== 'JSXEmptyExpression') {
    const { expression } = node.value;
    const index = sites.note(node, '');
    const size = node.end - node.start;
    sites.edits.push({
      at: node.start,
      upTo: expression.start,
      size,
      text: ['{...(', index, ` ? {} : { ${JSON.stringify(name)}: `],
    });
    sites.edits.push({ at: expression.end, upTo: node.end, size, closes: true, text: [' })}'] });
    visit(expression, node.value);
  }
};

/** Nothing in these is an expression that could be another one. */
const PASSED_BY = new Set([
  'ExportAllDeclaration',
  'ImportDeclaration',
  'ImportExpression',
  'RestElement',
  'UpdateExpression',
]);

const visitors = {
  Literal: (sites, node, parent) => visitLiteral(sites, node, parent),
  TemplateLiteral(sites, node, parent, visit) {
    if (parent.type === 'TaggedTemplateExpression') return;
    visitTemplate(sites, node);
    for (const inner of node.expressions) visit(inner, node);
  },
  JSXText: (sites, node) => visitJsxText(sites, node),
  JSXAttribute: (sites, node, _parent, visit) => visitAttribute(sites, node, visit),
  JSXElement(sites, node, parent, visit) {
    if (parent.type === 'JSXElement' || parent.type === 'JSXFragment')
      sites.around(node, (index) => ['{', index, ' ? null : '], '}');
    for (const attribute of node.openingElement.attributes) visit(attribute, node.openingElement);
    for (const child of node.children) visit(child, node);
  },
  BinaryExpression(sites, node, _parent, visit) {
    const [left, right] = [sites.of(node.left), sites.of(node.right)];
    const operators = [LOOSER[node.operator], OPPOSITE[node.operator]].filter(Boolean);
    sites.expression(node, ...operators.map((operator) => `(${left}) ${operator} (${right})`));
    visit(node.left, node);
    visit(node.right, node);
  },
  LogicalExpression(sites, node, _parent, visit) {
    sites.expression(node, sites.of(node.left), sites.of(node.right));
    visit(node.left, node);
    visit(node.right, node);
  },
  UnaryExpression(sites, node, _parent, visit) {
    if (node.operator === 'typeof' || node.operator === 'delete') return;
    if (node.operator === '!') sites.expression(node, sites.of(node.argument));
    visit(node.argument, node);
  },
  ConditionalExpression(sites, node, _parent, visit) {
    sites.expression(node, sites.of(node.consequent), sites.of(node.alternate));
    for (const inner of [node.test, node.consequent, node.alternate]) visit(inner, node);
  },
  IfStatement(sites, node, _parent, visit) {
    sites.expression(node.test, 'false', 'true');
    for (const inner of [node.test, node.consequent, node.alternate]) if (inner) visit(inner, node);
  },
  ArrayExpression(sites, node, _parent, visit) {
    for (const element of node.elements) {
      if (element && element.type !== 'SpreadElement')
        sites.around(element, (index) => ['...(', index, ' ? [] : ['], '])');
      if (element) visit(element, node);
    }
  },
  ObjectExpression(sites, node, _parent, visit) {
    for (const property of node.properties) {
      if (property.type === 'Property' && property.kind === 'init')
        sites.around(property, (index) => ['...(', index, ' ? {} : { '], ' })');
      visit(property, node);
    }
  },
  Property(_sites, node, _parent, visit) {
    if (node.computed) visit(node.key, node);
    if (!node.shorthand) visit(node.value, node);
  },
  ExpressionStatement(sites, node, _parent, visit) {
    if (node.directive) return;
    const { expression } = node;
    const isDone = ['CallExpression', 'AwaitExpression', 'AssignmentExpression'].includes(expression.type);
    if (isDone && sites.of(expression) !== 'super()' && expression.callee?.type !== 'Super')
      sites.around(expression, (index) => ['(', index, ' ? undefined : '], ')');
    visit(expression, node);
  },
  Identifier(sites, node) {
    if (CONSTANT.test(node.name) && !GLOBALS.has(node.name))
      sites.around(node, (index) => ['(', index, ` ? __other(${node.name}) : `], ')', `other ${node.name}`);
  },
  MemberExpression(_sites, node, _parent, visit) {
    if (node.object.type === 'MetaProperty') return;
    visit(node.object, node);
    if (node.computed) visit(node.property, node);
  },
  CallExpression(sites, node, _parent, visit) {
    if (sites.of(node.callee).startsWith('import.meta') || node.callee.name === 'cn') return;
    visit(node.callee, node);
    for (const argument of node.arguments) visit(argument, node);
  },
  NewExpression(_sites, node, _parent, visit) {
    if (node.callee.name === 'URL') return;
    visit(node.callee, node);
    for (const argument of node.arguments) visit(argument, node);
  },
  VariableDeclarator(_sites, node, _parent, visit) {
    if (node.id.type !== 'Identifier') visit(node.id, node);
    if (node.init) visit(node.init, node);
  },
  AssignmentPattern: (_sites, node, _parent, visit) => visit(node.right, node),
  AssignmentExpression(_sites, node, _parent, visit) {
    visit(node.right, node);
  },
  ObjectPattern(_sites, node, _parent, visit) {
    for (const property of node.properties) {
      const value = property.type === 'Property' ? property.value : undefined;
      if (value && value.type !== 'Identifier') visit(value, node);
    }
  },
  ArrayPattern(_sites, node, _parent, visit) {
    for (const element of node.elements) if (element && element.type !== 'Identifier') visit(element, node);
  },
  PropertyDefinition: (_sites, node, _parent, visit) => node.value && visit(node.value, node),
  MethodDefinition: (_sites, node, _parent, visit) => visit(node.value, node),
  ExportNamedDeclaration: (_sites, node, _parent, visit) => node.declaration && visit(node.declaration, node),
};

const THROUGH = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression']);

const visitAll = (sites, program) => {
  const visit = (node, parent) => {
    if (THROUGH.has(node.type)) return visit(node.expression, node);
    if (node.type.startsWith('TS') || PASSED_BY.has(node.type)) return;
    const visitor = visitors[node.type];
    if (visitor) return visitor(sites, node, parent, visit);
    for (const [name, value] of Object.entries(node)) {
      if (name === 'params') for (const param of value) if (param.type !== 'Identifier') visit(param, node);
      if (['params', 'id', 'label', 'typeParameters', 'typeArguments', 'returnType'].includes(name)) continue;
      for (const inner of Array.isArray(value) ? value : [value]) if (inner?.type) visit(inner, node);
    }
  };
  visit(program, program);
};

/** What closes comes before what opens at the same place; outer ones open first and close last. */
const inOrder = (a, b) => {
  if (a.at !== b.at) return a.at - b.at;
  if (Boolean(a.closes) !== Boolean(b.closes)) return a.closes ? -1 : 1;
  return a.closes ? a.size - b.size || b.order - a.order : b.size - a.size || a.order - b.order;
};

export const lineAt = (source, at) => {
  const from = source.lastIndexOf('\n', at - 1) + 1;
  const to = source.indexOf('\n', at);
  return { number: source.slice(0, at).split('\n').length, text: source.slice(from, to < 0 ? undefined : to).trim() };
};

/** `sites` of a source; `write(first)` is the source with its switches, numbered from `first`. */
export const sitesOf = (source, name) => {
  const sites = new Sites(source);
  visitAll(sites, parseAst(source, { lang: name.endsWith('x') ? 'tsx' : 'ts' }));
  const edits = sites.edits.map((edit, order) => ({ ...edit, order })).sort(inOrder);
  const write = (first) => {
    let written = SWITCHES;
    let at = 0;
    for (const edit of edits) {
      written += source.slice(at, edit.at);
      for (const part of edit.text) written += typeof part === 'number' ? `__on(${first + part})` : part;
      at = edit.upTo;
    }
    return written + source.slice(at);
  };
  return {
    sites: sites.found.map((site) => ({ ...site, line: lineAt(source, site.start) })),
    write,
  };
};
