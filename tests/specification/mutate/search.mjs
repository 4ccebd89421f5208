// In some test files at once: every run of a file switches on another mutant for each of its tests that still has an open item.
import { itemsIn } from '../items.mjs';
import { confirm } from './confirm.mjs';
import { byFile, failed } from './targets.mjs';

/** So many candidates a test, which are all tried when every one shall be told. */
const CANDIDATES = 40;
/** Every so often a run is spent on a mutant of what is made while the modules load: it is on for the whole file. */
const LOADING_EVERY = 3;
/** An item that was seen to notice something goes on for so many runs, for something that concerns it more. */
const BETTER = 1;

/** Tests of a file by name, with their items among the wanted ones, what they come by, and what it is worth trying. */
const readFirst = (files, first, { mutants, choose, isAllowed }) => {
  const cameBy = new Map();
  for (const { reached } of first.values())
    for (const ids of reached.values()) for (const id of ids) cameBy.set(id, (cameBy.get(id) ?? 0) + 1);
  const targets = [];
  for (const [file, wanted] of files) {
    const { tests, loading, reached } = first.get(file);
    const loaded = new Set(loading);
    for (const [test, state] of tests) {
      if (state !== 'passed') continue;
      for (const id of new Set(itemsIn(test))) {
        const item = wanted.get(id);
        if (!item) continue;
        const ids = [...(reached.get(test) ?? []), ...loaded].filter((mutant) => isAllowed(mutants[mutant]));
        const candidates = choose(ids, item.text, item.body, cameBy).slice(0, CANDIDATES);
        targets.push({ file, test, id, candidates, loaded, best: undefined, sinceBest: 0 });
      }
    }
  }
  return targets;
};

/** For a file's open tests: one mutant of what is loaded for all of them, or for each the one that concerns it most. */
const planOf = (ofFile, isLoadingTurn) => {
  const top = (target, isLoading) => target.candidates.find(({ id }) => target.loaded.has(id) === isLoading);
  const votes = new Map();
  for (const target of ofFile) {
    const loading = target.candidates.slice(0, 6).find(({ id }) => target.loaded.has(id));
    const isOnly = !top(target, false);
    const candidate = loading ?? (isOnly ? top(target, true) : undefined);
    if (candidate) votes.set(candidate.id, (votes.get(candidate.id) ?? 0) + Math.max(1, candidate.score));
  }
  const [elected] = [...votes].sort((a, b) => b[1] - a[1]);
  const tests = {};
  if (elected && (isLoadingTurn || ofFile.every((target) => !top(target, false)))) {
    for (const { test } of ofFile) tests[test] = elected[0];
    return { loading: elected[0], tests };
  }
  for (const target of ofFile) {
    const candidate = top(target, false);
    if (candidate && tests[target.test] === undefined) tests[target.test] = candidate.id;
  }
  return Object.keys(tests).length > 0 ? { loading: null, tests } : undefined;
};

export const searchIn = async ({ files, mutants, choose, isAllowed, run, runs, end, told, thorough }) => {
  const nothing = { loading: null, tests: null };
  const everything = Object.fromEntries([...files.keys()].map((file) => [file, nothing]));
  const targets = readFirst(files, await run(everything), { mutants, choose, isAllowed });
  const survived = new Map();

  const isOpen = (target) =>
    thorough ||
    target.best === undefined ||
    (target.sinceBest < BETTER && target.candidates[0]?.score > target.best.score);
  const isCaughtElsewhere = (target) => targets.some(({ id, best }) => id === target.id && best !== undefined);
  const stillOpen = () =>
    targets.filter(
      (target) =>
        target.candidates.length > 0 && isOpen(target) && (thorough || target.best || !isCaughtElsewhere(target)),
    );

  const credit = (file, test, id, isLoading) => {
    for (const target of targets) {
      if (target.file !== file || target.test !== test) continue;
      const score = target.candidates.find((candidate) => candidate.id === id)?.score ?? 0;
      target.candidates = target.candidates.filter((candidate) => candidate.id !== id);
      if (target.best && target.best.score >= score) continue;
      target.best = { id, score, isLoading };
      target.sinceBest = 0;
    }
  };
  const discredit = (file, test, id) => {
    for (const target of targets) {
      if (target.file !== file || target.test !== test) continue;
      if (target.candidates.some((candidate) => candidate.id === id) && !survived.has(target.id))
        survived.set(target.id, mutants[id]);
      target.candidates = target.candidates.filter((candidate) => candidate.id !== id);
      if (target.best) target.sinceBest += 1;
    }
  };

  for (let turn = 1; turn <= (thorough ? CANDIDATES : runs) && Date.now() < end; turn++) {
    const open = byFile(stillOpen());
    const plans = {};
    for (const [file, ofFile] of open) {
      const plan = planOf(ofFile, turn % LOADING_EVERY === 0);
      if (plan) plans[file] = plan;
    }
    if (Object.keys(plans).length === 0) break;
    const ended = await run(plans);
    for (const [file, { tests, loading }] of ended) {
      const plan = plans[file];
      for (const [test, id] of Object.entries(plan.tests)) {
        const state = tests.get(test);
        // A mutant of what is loaded may keep the whole file from loading: that says nothing about one test.
        const isLoaded = plan.loading === null || loading.length > 0;
        if (isLoaded && failed(state)) {
          credit(file, test, id, plan.loading !== null);
        } else discredit(file, test, id);
        if (thorough)
          told(
            `${failed(state) ? 'noticed' : 'not noticed'}: ${mutants[id].file}:${mutants[id].line.number} ${mutants[id].from.slice(0, 60)} → ${mutants[id].to.slice(0, 60) || 'left out'}, by "${test}"`,
          );
      }
    }
  }

  await confirm({ targets, run, told });
  const caught = new Map();
  for (const { id, test, best } of targets)
    if (best && !(caught.get(id)?.score >= best.score))
      caught.set(id, { mutant: mutants[best.id], test, score: best.score });
  return { caught, survived };
};
