import { readFileSync, statSync } from 'node:fs';
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * By weight: the checker alone takes a core for a minute. happy-dom files come last and together, because their
 * environment starts once per worker.
 */
const FOLDERS = [
  'checker',
  'simulation',
  'journeys',
  'infrastructure',
  'http',
  'contract',
  'projections',
  'domain',
  'application',
];

const place = ({ moduleId, project }: TestSpecification): [number, number] => {
  const [, folder = ''] = relative(project.config.root, moduleId).split('/');
  const among = FOLDERS.indexOf(folder);
  const inBrowser = readFileSync(moduleId, 'utf8').startsWith('// @vitest-environment happy-dom');
  return [inBrowser ? FOLDERS.length + 1 : among < 0 ? FOLDERS.length : among, -statSync(moduleId).size];
};

/** Runs long files first, so that workers end together, independent of caches. */
export class HeaviestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placed = files.map((file) => ({ file, place: place(file) }));
    return placed.sort((a, b) => a.place[0] - b.place[0] || a.place[1] - b.place[1]).map(({ file }) => file);
  }
}
