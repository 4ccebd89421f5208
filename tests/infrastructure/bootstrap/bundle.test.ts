import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { expect, inject, test } from 'vitest';
import packageFile from '../../../package.json' with { type: 'json' };

const bundle = new URL('../../../dist/bundle/', import.meta.url);
const ASKS = /(?:^import (?:.* from )?|__require\(|import\()"([^".][^"]*)"/gm;

/** Drivers of other databases that knex references. */
const OTHER_DATABASES = [
  'better-sqlite3',
  'mariadb',
  'mysql',
  'mysql2',
  'oracledb',
  'pg-query-stream',
  'sqlite3',
  'tedious',
];

const packageOf = (name: string): string => /^(@[^/]+\/)?[^/]+/.exec(name)![0];

/** Packages that the bundle imports. */
const askedFor = (): string[] => {
  const files = readdirSync(bundle).filter((file) => file.endsWith('.js'));
  const texts = files.map((file) => readFileSync(new URL(file, bundle), 'utf8'));
  const names = texts.flatMap((text) => [...text.matchAll(ASKS)].map(([, name]) => name!));
  const packages = new Set(names.filter((name) => !isBuiltin(name)).map(packageOf));
  return [...packages].filter((name) => !OTHER_DATABASES.includes(name));
};

test.skipIf(inject('programs') !== 'built')('bundles the packages that every start loads from many small files', () => {
  expect(askedFor().filter((name) => ['bullmq', 'knex', 'prom-client', 'zod'].includes(name))).toEqual([]);
});

/** A bundled package's own dependency version would be resolved wrongly from here. */
test.skipIf(inject('programs') !== 'built')('imports only declared packages', () => {
  const asked = askedFor();
  expect(asked).toContain('pg');
  expect(asked.filter((name) => !(name in packageFile.dependencies))).toEqual([]);
});
