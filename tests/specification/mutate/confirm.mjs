// A test may have failed for what the mutant of another one left behind, so what was caught is run again.
import { byFile, failed } from './targets.mjs';

/** So many tests of a file are tried by themselves at most. */
const ALONE = 8;

/** One mutant a test. */
const bestOf = (targets) => {
  const tests = new Map();
  for (const { test, best } of targets) if (!tests.has(test)) tests.set(test, best.id);
  return [...tests];
};

/**
 * Every second test runs with its mutant, and then the others: one that fails behind one that passed without a mutant fails by itself.
 * What is left runs alone.
 */
export const confirm = async ({ targets, run, told }) => {
  const withBest = byFile(targets.filter(({ best }) => best && !best.isLoading));
  const chosen = new Map([...withBest].map(([file, ofFile]) => [file, bestOf(ofFile)]));
  const drop = (file, test, id) => {
    for (const target of targets)
      if (target.file === file && target.test === test && target.best?.id === id) target.best = undefined;
  };
  const waiting = new Map();
  const disturbed = new Set();
  for (const half of [0, 1]) {
    const plans = {};
    for (const [file, ofTests] of chosen) {
      const turns = ofTests.map(([test, id], place) => [test, place % 2 === half ? id : null]);
      plans[file] = { loading: null, tests: Object.fromEntries(turns) };
    }
    if (Object.keys(plans).length === 0) return;
    const ended = await run(plans);
    for (const [file, { tests }] of ended) {
      let isClean = true;
      for (const [test, id] of Object.entries(plans[file].tests)) {
        const isFailed = failed(tests.get(test));
        if (id === null) {
          isClean = !isFailed;
          if (isFailed) disturbed.add(file);
        } else if (!isFailed) drop(file, test, id);
        else if (!isClean) waiting.set(file, [...(waiting.get(file) ?? []), [test, id]]);
      }
    }
  }
  await confirmAlone({ waiting, run, drop, told });
  for (const file of disturbed) keepConfirmed(withBest.get(file));
};

/** Each of a file's tests twice by itself, with its mutant and without; the files go side by side. What is left over stays open. */
const confirmAlone = async ({ waiting, run, drop, told }) => {
  for (let turn = 0; [...waiting.values()].some((tests) => tests.length > turn); turn++) {
    const now = [...waiting].filter(([, tests]) => tests.length > turn).map(([file, tests]) => [file, ...tests[turn]]);
    if (turn >= ALONE) {
      for (const [file, test, id] of now) drop(file, test, id);
      continue;
    }
    const planned = (mutant) =>
      Object.fromEntries(now.map(([file, test, id]) => [file, { loading: null, tests: { [test]: mutant(id) } }]));
    const withNone = await run(planned(() => null));
    const withIts = await run(planned((id) => id));
    for (const [file, test, id] of now) {
      const [without, its] = [withNone, withIts].map((ended) => failed(ended.get(file).tests.get(test)));
      if (its && !without) continue;
      told(`"${test}" only failed beside another test`);
      drop(file, test, id);
    }
  }
};

/** Where tests disturb each other, all items of one share the mutant that was confirmed for it. */
const keepConfirmed = (ofFile) => {
  const first = new Map();
  for (const target of ofFile) if (!first.has(target.test)) first.set(target.test, target.best);
  for (const target of ofFile) target.best = first.get(target.test);
};
