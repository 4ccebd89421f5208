import { afterEach, describe, expect, test } from 'vitest';

type Site = { from: string; to: string; line: { number: number; text: string } };
type Mutant = Site & { id: number; file: string };
type Plan = { loading: number | null; tests: Record<string, number | null> | null };
type Ended = { tests: Map<string, string>; loading: number[]; reached: Map<string, number[]> };
type ByHand = { item: string; line?: { number: number }; problem?: string };
type Tool = {
  readChanges: (text: string) => ByHand[];
  switched: (source: string, file: string, changes: ByHand[]) => { located: ByHand[]; written: string };
  sitesOf: (source: string, name: string) => { sites: Site[]; write: (first: number) => string };
  chooser: (mutants: Mutant[]) => unknown;
  searchIn: (search: object) => Promise<{
    caught: Map<string, { mutant: Mutant; test: string }>;
    survived: Map<string, Mutant>;
  }>;
};

// The tool is plain JavaScript without types, so that the report runs before anything is installed.
const part = (file: string): Promise<Tool> => import(new URL(file, import.meta.url).href);
const [{ readChanges, switched }, { sitesOf }, { chooser }, { searchIn }] = [
  await part('./byHand.mjs'),
  await part('./sites.mjs'),
  await part('./choose.mjs'),
  await part('./search.mjs'),
];

const switches = globalThis as { __mutant?: unknown; __other?: unknown };
afterEach(() => {
  delete switches.__mutant;
  delete switches.__other;
});

/** Runs a source with its switches; `on` is asked for each mutant that is come by. */
const load = (source: string, on: (id: number) => boolean, name: string): unknown => {
  Object.assign(switches, { __mutant: on, __other: (value: number) => value + 1 });
  const written = sitesOf(source, 'planted.ts').write(0);
  return new Function(`${written.replaceAll('export const', 'const')}; return ${name};`)();
};

describe('the changes of a source', () => {
  const changes = (source: string) => sitesOf(source, 'planted.tsx').sites.map(({ from, to }) => `${from} → ${to}`);

  test.each([
    ['const days = 14;', ['14 → 15', '14 → 13']],
    ['const isLate = at > due;', ['at > due → (at) >= (due)', 'at > due → (at) <= (due)']],
    ['const may = a && b;', ['a && b → a', 'a && b → b']],
    ['const words = `Hello, dear`;', ['`Hello, dear` → `Hexlo, dear`']],
    ['const due = at + PERIOD;', ['at + PERIOD → (at) - (PERIOD)', 'PERIOD → other PERIOD']],
    ['if (isOver) leave();', ['isOver → false', 'isOver → true', 'leave() → ']],
    ['const form = /^[a-z]{3,20}$/;', ['/^[a-z]{3,20}$/ → /^[a-z]{4,20}$/', '/^[a-z]{3,20}$/ → /^[a-z]{3,21}$/']],
    ['const page = <p>Nothing here</p>;', ['Nothing here → Notxing here', 'Nothing here → ~']],
  ])('of %s', (source, expected) => {
    expect(changes(source)).toEqual(expected);
  });

  test('rows of tables and members of lists are left out', () => {
    expect(changes("const rows = { a, b: ['x1'] };")).toEqual(['a → ', "b: ['x1'] → ", "'x1' → ", "'x1' → '~'"]);
  });

  test('types, imports and names of classes are no places for one', () => {
    expect(changes("import { a } from './a.ts'; type B = 'b' | 3; const c = <p className=\"red\" />;")).toEqual([]);
  });

  test('none is on unless its number is', () => {
    const source = "export const told = (n) => (n > 2 ? ['many', 'of them'] : [n, `of them`, 'only'].join(', '));";
    const { sites } = sitesOf(source, 'planted.ts');
    const told = (id: number) => {
      const asked = load(source, (one) => one === id, 'told') as (n: number) => unknown;
      return JSON.stringify([asked(1), asked(2), asked(3)]);
    };
    const usual = told(-1);
    expect(usual).toBe(JSON.stringify(['1, of them, only', '2, of them, only', ['many', 'of them']]));
    expect(sites.map((_, id) => told(id)).filter((one) => one === usual)).toEqual([]);
  });
});

describe('a change that was thought of by hand', () => {
  const SOURCE = `export const fees = { percent: 5, fixed: 75 };
export const feeOf = (price) => {
  const share = price * fees.percent;
  if (price < 1) return 0;
  return share + fees.fixed;
};`;
  const TEXT = `D1-001 fees.ts
- percent: 5
+ percent: 6
D1-002 fees.ts
- if (price < 1) return 0;
D1-003 fees.ts
- const share = price * fees.percent;
+ const share = price;
D1-004 fees.ts
@ return share
- fees.fixed
+ fees.percent
D1-005 fees.ts
- fees
+ dues`;

  test('is behind a switch, whatever it changes', () => {
    const { located, written } = switched(SOURCE, 'fees.ts', readChanges(TEXT));
    const feesWith = (one: number) => {
      Object.assign(switches, { __mutant: (id: number) => id === one });
      const feeOf = new Function(`${written.replaceAll('export const', 'const')}; return feeOf;`)() as (
        price: number,
      ) => number;
      return [feeOf(0), feeOf(10)];
    };
    expect([-1, 0, 1, 2, 3].map(feesWith)).toEqual([
      [0, 125],
      [0, 135],
      [75, 125],
      [0, 85],
      [0, 55],
    ]);
    expect(located.map(({ line }) => line?.number)).toEqual([1, 4, 3, 5, undefined]);
  });

  test('that stands nowhere, or more than once, is told', () => {
    const { located } = switched(SOURCE, 'fees.ts', readChanges(TEXT));
    expect(located[4]?.problem).toBe('stands more than once: fees');
    const elsewhere = readChanges('D1-001 fees.ts\n- a fee of 3\n+ a fee of 4');
    expect(switched(SOURCE, 'fees.ts', elsewhere).located[0]?.problem).toBe('not found: a fee of 3');
  });

  test('stays what it is in the words of a page', () => {
    const page = 'export const Page = () => <p title="Yours">Nothing here, {name}.</p>;';
    const changes = readChanges('D1-001 page.tsx\n- Nothing\n+ Little\nD1-002 page.tsx\n- "Yours"\n+ "Mine"');
    const { written } = switched(page, 'page.tsx', changes);
    expect(written).toContain('{__on(0) ? <>{"Little here, "}</> : <>{"Nothing here, "}</>}');
    expect(written).toContain('title={__on(1) ? "Mine" : "Yours"}');
  });
});

describe('what the tests of an item notice', () => {
  const SOURCE = `export const LENGTH = 20;
export const cut = (title) => (title.length > 3 ? title.slice(0, 3) : title);
export const greeting = () => 'Welcome home';`;
  type Planted = { LENGTH: number; cut: (title: string) => string; greeting: () => string };
  const FILE = 'tests/planted.test.ts';
  const TESTS: Record<string, (product: Planted) => boolean> = {
    'a title is cut after 3 characters [D1-001]': ({ cut }) => cut('abcd') === 'abc' && cut('abc') === 'abc',
    'there is a greeting [D1-002]': ({ greeting }) => typeof greeting() === 'string',
    'the length is known [D1-003]': ({ LENGTH }) => LENGTH === 20,
  };
  const ITEMS = ['a title is cut after 3 characters', 'the greeting is "Welcome home"', 'constant: length 20'];
  const mutants = sitesOf(SOURCE, 'planted.ts').sites.map((site, id) => ({ ...site, id, file: 'planted.ts' }));

  /** As the suites answer, with the tests above. */
  const run = async (plans: Record<string, Plan>) => {
    const ended: Ended = { tests: new Map(), loading: [], reached: new Map() };
    const plan = plans[FILE]!;
    let on = plan.loading;
    let cameBy = ended.loading;
    const ask = (id: number) => {
      cameBy.push(id);
      return id === on;
    };
    const product = load(SOURCE, ask, '{ LENGTH, cut, greeting }') as Planted;
    for (const [name, holds] of Object.entries(TESTS)) {
      if (plan.tests && !(name in plan.tests)) continue;
      cameBy = [];
      on = plan.tests?.[name] ?? plan.loading;
      ended.tests.set(name, holds(product) ? 'passed' : 'failed');
      ended.reached.set(name, cameBy);
    }
    return new Map([[FILE, ended]]);
  };

  type Run = typeof run;
  const search = (by: Run) => {
    const wanted = ITEMS.map((text, place) => {
      const id = `D1-00${place + 1}`;
      return [id, { id, text, body: Object.keys(TESTS)[place] }] as const;
    });
    return searchIn({
      files: new Map([[FILE, new Map(wanted)]]),
      mutants,
      choose: chooser(mutants),
      isAllowed: () => true,
      run: by,
      runs: 6,
      end: Number.POSITIVE_INFINITY,
      told: () => undefined,
      thorough: false,
    });
  };

  test('is found and told with its test; what they do not notice is told as open', async () => {
    const { caught, survived } = await search(run);
    expect([...caught.keys()].sort()).toEqual(['D1-001', 'D1-003']);
    expect(caught.get('D1-001')).toMatchObject({
      mutant: { line: { number: 2 } },
      test: 'a title is cut after 3 characters [D1-001]',
    });
    expect(caught.get('D1-003')).toMatchObject({ mutant: { from: '20', line: { number: 1 } } });
    expect(survived.get('D1-002')).toMatchObject({ from: "'Welcome home'" });
  });

  test('is not what the mutant of another test has left behind', async () => {
    const { caught } = await search(async (plans) => {
      const ended = await run(plans);
      const { tests } = ended.get(FILE)!;
      let isBroken = false;
      for (const [name, state] of tests) {
        if (isBroken) tests.set(name, 'failed');
        isBroken ||= state === 'failed';
      }
      return ended;
    });
    expect(caught.has('D1-001')).toBe(true);
    expect(caught.has('D1-002')).toBe(false);
  });

  test('is not what fails once and not again', async () => {
    const failing = new Set<string>();
    const { caught } = await search(async (plans) => {
      const ended = await run(plans);
      const { tests } = ended.get(FILE)!;
      const plan = plans[FILE]!;
      for (const name of tests.keys()) {
        const mutant = plan.tests?.[name];
        const isAgain = failing.has(`${name} ${mutant}`);
        tests.set(name, typeof mutant === 'number' && !isAgain ? 'failed' : 'passed');
        failing.add(`${name} ${mutant}`);
      }
      // What is on for the whole file is not run again.
      return plan.loading === null ? ended : new Map([[FILE, { ...ended.get(FILE)!, loading: [] }]]);
    });
    expect([...caught.keys()]).toEqual([]);
  });
});
