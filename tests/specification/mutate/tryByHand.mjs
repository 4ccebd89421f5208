// Runs the tests of each item with the change that was thought of for it, and again without: what only fails with it has noticed it.
import { failed } from './targets.mjs';

/**
 * A test runs with its change only behind one that passed without, or alone: what another change has left behind is not mistaken for it.
 */
const planWithin = (order, waiting) => {
  const alone = waiting.find(({ isAlone }) => isAlone);
  if (alone) return { loading: null, tests: { [alone.test]: alone.change.id } };
  const tests = {};
  let isFree = true;
  for (const [place, test] of order.entries()) {
    const next = isFree ? waiting.find((target) => target.test === test) : undefined;
    if (next) {
      if (place > 0) tests[order[place - 1]] ??= null;
      tests[test] = next.change.id;
    }
    isFree = !next;
  }
  return { loading: null, tests };
};

const planLoaded = ([{ change }], ofFile) => ({
  loading: change.id,
  tests: Object.fromEntries(ofFile.filter((target) => target.change === change).map(({ test }) => [test, change.id])),
});

/** `targets`: which test may notice which change. Answers the test that noticed each one; the others are told with what they passed by. */
export const tryEach = async ({ changes, targetsOf, files, run, told, end }) => {
  const first = await run(Object.fromEntries(files.map((file) => [file, { loading: null, tests: null }])));
  const waiting = [];
  for (const change of changes)
    for (const [file, { tests, loading, reached }] of first) {
      // a part of a page that comes on demand is loaded by the first test that needs it
      const loaded = new Set([...loading, ...[...reached.values()].flat()]);
      for (const [test, state] of tests) {
        if (!targetsOf(change, file, test)) continue;
        if (failed(state)) told(`fails without any change: ${file} "${test}"`);
        else if (reached.get(test)?.includes(change.id)) waiting.push({ change, file, test, isLoaded: false });
        else if (loaded.has(change.id)) waiting.push({ change, file, test, isLoaded: true });
      }
    }
  const caught = new Map();
  const survived = new Map();
  let left = waiting;
  while (left.length > 0 && Date.now() < end) {
    const plans = {};
    for (const file of new Set(left.map((target) => target.file))) {
      const ofFile = left.filter((target) => target.file === file);
      const within = ofFile.filter((target) => !target.isLoaded);
      const order = [...first.get(file).tests].filter(([, state]) => state === 'passed').map(([test]) => test);
      plans[file] = within.length > 0 ? planWithin(order, within) : planLoaded(ofFile, ofFile);
    }
    const ended = await run(plans);
    const done = new Set();
    for (const target of left) {
      const { file, test, change } = target;
      const plan = plans[file];
      if (plan.tests[test] !== change.id) continue;
      const { tests } = ended.get(file);
      const before = [...tests].filter(([name]) => name in plan.tests).map(([name]) => name);
      const previous = before[before.indexOf(test) - 1];
      const isClean = target.isLoaded ? tests.has(test) : !previous || !failed(tests.get(previous));
      if (!isClean && target.isLoaded) told(`${file} cannot be loaded with ${change.from}`);
      if (!isClean && !target.isLoaded && !target.isAlone) {
        target.isAlone = true;
        continue;
      }
      done.add(target);
      if (failed(tests.get(test)) && isClean) caught.set(change.id, test);
      else survived.set(change.id, [...(survived.get(change.id) ?? []), `${file} "${test}"`]);
    }
    left = left.filter((target) => !done.has(target) && !caught.has(target.change.id));
  }
  return { caught, survived };
};
