// Runs test files again and again in one vitest, each time with other mutants switched on.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createVitest } from 'vitest/node';

const nameOf = (test) => (test.parent.type === 'module' ? test.name : `${nameOf(test.parent)} > ${test.name}`);

export const startSuites = async (root, written) => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'reliquary-mutants-'));
  const [plan, reached] = [path.join(folder, 'plan.json'), path.join(folder, 'reached.jsonl')];
  const plugin = {
    name: 'mutants',
    enforce: 'pre',
    transform: (_code, id) => written.get(id.split('?')[0])?.(),
  };
  const vitest = await createVitest(
    'test',
    {
      root,
      watch: false,
      maxWorkers: 1,
      reporters: [{}],
      setupFiles: ['tests/support/seeds.ts', 'tests/support/freshModules.ts', 'tests/specification/mutate/switch.ts'],
      testTimeout: 20_000,
      expect: { poll: { timeout: 4_000 } },
      onConsoleLog: () => false,
    },
    { plugins: [plugin], logLevel: 'silent' },
  );
  vitest.provide('mutation', { plan, reached });
  await vitest.standalone();

  /** `plans`: test file → { loading, tests }. Answers per test file how each test ended, how long it took and what it came by. */
  const run = async (plans) => {
    const files = Object.keys(plans);
    fs.writeFileSync(
      plan,
      JSON.stringify(Object.fromEntries(files.map((file) => [path.join(root, file), plans[file]]))),
    );
    fs.writeFileSync(reached, '');
    const specifications = await vitest.globTestSpecifications(files.map((file) => path.join(root, file)));
    const { testModules } = await vitest.runTestSpecifications(specifications);
    const ended = new Map(files.map((file) => [file, { tests: new Map(), loading: [], reached: new Map() }]));
    for (const module of testModules)
      for (const test of module.children.allTests())
        ended.get(path.relative(root, module.moduleId))?.tests.set(nameOf(test), test.result().state);
    for (const line of fs.readFileSync(reached, 'utf8').split('\n').filter(Boolean)) {
      const { file, test, ids } = JSON.parse(line);
      const of = ended.get(path.relative(root, file));
      if (test === null) of?.loading.push(...ids);
      else of?.reached.set(test, ids);
    }
    return ended;
  };

  return {
    run,
    close: async () => {
      await vitest.close();
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
};
