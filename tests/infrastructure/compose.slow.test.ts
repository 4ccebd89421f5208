import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { VARIABLES } from '#infrastructure/settings/config.ts';

const root = new URL('../..', import.meta.url).pathname;
const read = (file: string) => readFileSync(join(root, file), 'utf8');
/** Expands the two YAML anchors. */
const writtenOut = (text: string): string => {
  const [, anchors = ''] = /^(x-application: [\s\S]*?)^services:$/m.exec(text) ?? [];
  const bodyOf = (anchor: string): string[] => {
    const [, body = ''] = new RegExp(`&${anchor}\\n((?: {2}.*\\n)+)`).exec(anchors) ?? [];
    return body.trimEnd().split('\n');
  };
  return text.replaceAll(/^( +)<<: \*(\w+)$/gm, (_merge, indent: string, anchor: string) =>
    bodyOf(anchor)
      .map((line) => `${indent}${line.slice(2)}`)
      .join('\n'),
  );
};
const compose = writtenOut(read('docker-compose.yml'));
const dockerfile = read('Dockerfile');
const example = read('.env.example');

/** The blocks under a top-level key, without comments. */
const blocksOf = (section: string): Map<string, string> => {
  const lines = compose.split('\n').filter((line) => !/^\s*#/.test(line));
  const from = lines.indexOf(`${section}:`) + 1;
  const length = lines.slice(from).findIndex((line) => /^\S/.test(line));
  const body = lines.slice(from, length < 0 ? undefined : from + length).join('\n');
  const parts = body.split(/^ {2}(\w+):$/m).slice(1);
  return new Map(parts.flatMap((name, index) => (index % 2 === 0 ? [[name, parts[index + 1]!] as const] : [])));
};
const services = blocksOf('services');
const environmentOf = (service: string): Map<string, string> => {
  const [, block = ''] = /^ {4}environment:\n((?: {6}.*\n?)+)/m.exec(services.get(service)!) ?? [];
  return new Map(
    block.split('\n').flatMap((line) => {
      const [, name, value] = /^ {6}(\w+): (.*)$/.exec(line) ?? [];
      return name ? [[name, value!] as const] : [];
    }),
  );
};
const application = environmentOf('worker');

/** Read by libraries. */
const OF_LIBRARIES = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'OTEL_EXPORTER_OTLP_HEADERS'];
/** Set by the image, or only useful in development. */
const NOT_PASSED = ['PORT', 'HOST', 'DATA_DIR', 'RATE_LIMITS', 'STRIPE_API_BASE', 'PUSH_ORIGIN', 'DATABASE_RESTARTS'];

test('has every part: log, database, queue, files, e-mails, and the application as api and worker', () => {
  expect([...services.keys()].sort()).toEqual(
    ['api', 'bucket', 'eventstore', 'mail', 'postgres', 'redis', 'storage', 'worker'].sort(),
  );
  const shared = (service: string) =>
    services
      .get(service)!
      .replace(/^ {6}ROLE: .*\n/m, '')
      .replace(/^ {4}ports:\n.*\n/m, '');
  expect(shared('api').trim()).toBe(shared('worker').trim());
  expect([application.get('ROLE'), environmentOf('api').get('ROLE')]).toEqual(['worker', 'api']);
});

describe('every service', () => {
  test.each([...services])('%s is pinned, has a health check and restarts', (name, block) => {
    if (name === 'api') return;
    expect(block).toMatch(/^ {4}image: [a-z/]+:v?\d+\.\d+(\.\d+)?(-[a-z]+)?$/m);
    if (name === 'bucket') return expect(block).toContain('restart: "no"');
    expect(block).toContain('restart: unless-stopped');
    if (block.includes('build: .')) expect(dockerfile).toMatch(/^HEALTHCHECK .*\n.*\/ready/m);
    else expect(block).toMatch(/^ {4}healthcheck:\n {6}test:/m);
  });

  test.each([...services])('%s listens on this machine only', (_name, block) => {
    for (const [, port] of block.matchAll(/^ {6}- "([^"]*\d+:\d+)"$/gm)) expect(port).toMatch(/^127\.0\.0\.1:/);
  });
});

test('starts the application once its dependencies are healthy, with enough time to stop', () => {
  const worker = services.get('worker')!;
  for (const needed of ['postgres', 'eventstore', 'redis'])
    expect(worker).toMatch(new RegExp(`${needed}:\\n {8}condition: service_healthy`));
  expect(worker).toMatch(/bucket:\n {8}condition: service_completed_successfully/);
  expect(worker).toMatch(/stop_grace_period: 60s/);
});

describe('the step that makes the bucket', () => {
  /** With a fake `weed` that answers `list` and accepts everything, like the real one. */
  const run = (list: string) => {
    const bin = mkdtempSync(join(tmpdir(), 'reliquary-weed-'));
    const weed = `#!/bin/sh\nread command\ncase "$command" in s3.bucket.list) printf '%b' '${list}' ;; esac\n`;
    writeFileSync(join(bin, 'weed'), weed, { mode: 0o755 });
    writeFileSync(join(bin, 'sleep'), '#!/bin/sh\n', { mode: 0o755 });
    const [, script = ''] = /- \|\n((?: {8}.*\n)+)/.exec(services.get('bucket')!) ?? [];
    expect(script).toContain('s3.bucket.create -name');
    const env = { PATH: `${bin}:${process.env.PATH}`, BUCKET: 'reliquary' };
    const { status } = spawnSync('/bin/sh', ['-c', script.replaceAll('$$', '$')], { env });
    rmSync(bin, { recursive: true, force: true });
    return status;
  };

  test('succeeds when the bucket exists', () => {
    expect(run('  other\\tsize:0\\n  reliquary\\tsize:0\\tchunk:0\\n')).toBe(0);
  });
  test('fails when it does not, whatever the store’s shell reports', () => {
    expect(run('  other\\tsize:0\\n  reliquary-two\\tsize:0\\n')).toBe(1);
  });
});

test('passes exactly the variables that the configuration knows', () => {
  expect([...application.keys()].filter((name) => !VARIABLES.includes(name)).sort()).toEqual(OF_LIBRARIES);
  expect(VARIABLES.filter((name) => !application.has(name) && !NOT_PASSED.includes(name))).toEqual([]);
});

test('the example names every variable that the compose file needs', () => {
  const named = new Set([...example.matchAll(/^#?([A-Z0-9_]+)=/gm)].map(([, name]) => name!));
  const asked = [...compose.matchAll(/\$\{(\w+)/g)].map(([, name]) => name!);
  expect(asked.filter((name) => !named.has(name))).toEqual([]);
});

test('contains no secret: each comes from .env, and a missing one stops the start', () => {
  const secret = /PASSWORD|SECRET|KEY|TOKEN|AUTH/;
  for (const service of services.keys())
    for (const [name, value] of environmentOf(service)) {
      if (secret.test(name)) expect(value, name).toMatch(/^\$\{\w+(:\?[^}]*|:-)\}$/);
      for (const [, password] of value.matchAll(/:\/\/[^/@:$]*:(.+)@/g)) expect(password).toMatch(/^\$\{\w+:\?/);
    }
  for (const name of ['MASTER_KEY', 'JWT_SECRET', 'PUBLIC_URL', 'SUPPORT_EMAIL', 'SMTP_URL'])
    expect(application.get(name), name).toMatch(/^\$\{\w+:\?/);
});

test('the image runs unprivileged, with pinned Node and without build tools', () => {
  const stages = dockerfile.split(/^FROM /m).slice(1);
  for (const stage of stages) expect(stage).toMatch(/^node:24\.\d+\.\d+-bookworm-slim/);
  const last = stages.at(-1)!;
  expect(last).toMatch(/^USER node$/m);
  expect(last).toMatch(/NODE_ENV=production/);
  expect(dockerfile).toContain('npm ci --omit=dev');
  const ignored = read('.dockerignore').split('\n');
  expect(ignored[0]).toBe('**');
  expect(ignored).toContain('**/.env*');
});

test('the build context includes every file that the image build names', () => {
  const lines = read('.dockerignore').trim().split('\n');
  const fits = (file: string, pattern: string): boolean => {
    if (!pattern.startsWith('**')) return file === pattern || file.startsWith(`${pattern}/`);
    const name = pattern.slice('**/'.length).replaceAll('.', '\\.').replaceAll('*', '.*');
    return name === '' || new RegExp(`^${name}$`).test(basename(file));
  };
  const isGiven = (file: string) => lines.findLast((line) => fits(file, line.replace('!', '')))?.startsWith('!');
  const folders = ['application', 'domain', 'infrastructure', 'projections', 'web'];
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(root, join(entry.parentPath, entry.name))),
  );
  const kept = files.filter((file) => !isGiven(file));
  expect(kept).toContain('infrastructure/README.md');
  const programs = files.filter((file) => /\.(tsx?|mjs|css|html)$/.test(file) && isGiven(file));
  const sources = programs.map((file) => [dirname(file), read(file)] as const);
  const missed = kept.filter((file) =>
    sources.some(([folder, text]) => text.includes(`'./${relative(folder, file)}'`) || text.includes(`'${file}'`)),
  );
  expect(missed).toEqual([]);
});

test('a high-severity vulnerability in the image stops its build', () => {
  const [, modules] = dockerfile.split(/^FROM /m).slice(1);
  expect(modules).toMatch(/^ARG AUDIT_LEVEL=high$/m);
  expect(modules).toMatch(/^RUN npm audit --omit=dev --audit-level=\$AUDIT_LEVEL\nRUN npm ci --omit=dev /m);
  expect(dockerfile).toMatch(/COPY --from=modules \/app\/node_modules/);
});

test('only containers of this file are reachable without TLS', () => {
  const allowed = /^\$\{ALLOW_PLAINTEXT-(.*)\}$/.exec(application.get('ALLOW_PLAINTEXT') ?? '')?.[1];
  expect(allowed?.split(',')).toEqual(['DATABASE_URL', 'EVENTSTORE_URL', 'REDIS_URL', 'S3_ENDPOINT']);
});

const plugin = spawnSync('docker', ['compose', 'version']).status === 0;
if (!plugin) console.warn('docker compose is not installed: its own check of the compose file is left out');
test.runIf(plugin)('is accepted by docker compose', () => {
  const asked = [...compose.matchAll(/\$\{(\w+):\?/g)].map(([, name]) => [name!, 'x']);
  const env = { ...process.env, ...Object.fromEntries(asked) };
  const { status, stderr } = spawnSync('docker', ['compose', 'config', '--quiet'], { cwd: root, env });
  expect(status, String(stderr)).toBe(0);
});
