// In the process of the tests: which mutant is on for which test, and which mutants a test has come by.
import { appendFileSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, afterEach, beforeEach, expect, inject, vi } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the plan of a run stands, and where what the tests came by is written. */
    mutation: { plan: string; reached: string };
  }
}

declare global {
  var mutantWasLoaded: boolean | undefined;
}

type Task = { name: string; suite?: Task; filepath?: string };
type Plan = { loading: number | null; tests: Record<string, number | null> | null };

const NAMES_AN_ITEM = /\[(?:D1|D2|L)-\d{3}\]/;

/** A loop that a mutant made endless ends here, and with it its test. */
const AT_MOST_MS = 15_000;
/** Looking at the clock costs more than a switch. */
const LOOK_EVERY = 2 ** 14;

// Which case fails does not matter here, and making it small takes long.
fc.configureGlobal({ ...fc.readConfigureGlobal(), endOnFailure: true });

const { plan: planFile, reached: reachedFile } = inject('mutation');
const file = expect.getState().testPath ?? '';
const plan: Plan = JSON.parse(readFileSync(planFile, 'utf8'))[file] ?? { loading: null, tests: null };

// Taken before a test sets a clock of its own.
const now = performance.now.bind(performance);
const isFirst = plan.tests === null;
/** What the modules were loaded with stays in them; and a first run shall tell what each file by itself loads. */
if (isFirst || plan.loading !== null || globalThis.mutantWasLoaded) vi.resetModules();
globalThis.mutantWasLoaded = plan.loading !== null;
let on = plan.loading;
let asked = 0;
let since = now();
let coming = new Set<number>();
const loading = coming;

Object.assign(globalThis, {
  __mutant: (id: number): boolean => {
    if (isFirst || coming === loading) coming.add(id);
    asked += 1;
    if (on !== null && asked % LOOK_EVERY === 0 && now() - since > AT_MOST_MS)
      throw new Error('a mutant that does not end');
    return id === on;
  },
  __other: (value: unknown): unknown => {
    if (typeof value === 'number') return value + 1;
    if (typeof value === 'string') return `${value}~`;
    if (typeof value === 'boolean') return !value;
    if (Array.isArray(value)) return value.slice(0, -1);
    return value;
  },
});

const namesOf = (task: Task | undefined): string[] =>
  task?.name && !task.filepath ? [...namesOf(task.suite), task.name] : [];

const tell = (test: string | null, ids: Iterable<number>) =>
  appendFileSync(reachedFile, `${JSON.stringify({ file, test, ids: [...ids] })}\n`);

/** What a mutant has taken from the page is not waited for as long as the first page of a file, whose parts may have to be compiled. */
const SOON_MS = 3_000;
let hasBegun = false;

beforeEach(async (context) => {
  const name = namesOf(context.task).join(' > ');
  const isPlanned = plan.tests === null ? NAMES_AN_ITEM.test(name) : Object.hasOwn(plan.tests, name);
  if (!isPlanned) context.skip();
  if (hasBegun && !isFirst && typeof document !== 'undefined') {
    const { configure } = await import('@testing-library/react');
    configure({ asyncUtilTimeout: SOON_MS });
  }
  hasBegun = true;
  coming = new Set();
  since = now();
  on = plan.tests?.[name] ?? plan.loading;
});

afterEach((context) => {
  if (isFirst) tell(namesOf(context.task).join(' > '), coming);
  coming = loading;
  on = plan.loading;
});

afterAll(() => tell(null, loading));
