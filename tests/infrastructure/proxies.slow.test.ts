import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request as inClear } from 'node:http';
import { request as overTls, type RequestOptions } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listen } from '#infrastructure/http/listen.ts';
import { openEventStreams } from '#infrastructure/http/push/eventStreams.ts';
import type { Topic } from '#infrastructure/http/push/wakeUps.ts';
import { makeCertificates } from '#tests/support/certificates.ts';
import { freePort } from '#tests/support/freePort.ts';
import { isInstalled } from '#tests/support/installed.ts';
import { eventually } from '#tests/support/marketplace.ts';
import { silentLog } from '#tests/support/silentLog.ts';

const runbook = readFileSync(new URL('../../infrastructure/runbook.md', import.meta.url), 'utf8');
/** The configuration block from the runbook. */
const settingsFor = (proxy: string): string =>
  new RegExp(`^With ${proxy}[^\`]*(?:\`[^\`\\n]+\`[^\`]*)*\`\`\`\\n([\\s\\S]*?)\`\`\``, 'm').exec(runbook)![1]!;

const folder = mkdtempSync(join(tmpdir(), 'reliquary-proxies-'));
let certificates: ReturnType<typeof makeCertificates>;
beforeAll(() => {
  certificates = makeCertificates(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ACCOUNT = { id: 'a'.repeat(32), roles: ['member'], withheld: [], sessionId: 's1', provenAt: null } as const;

/** A fake server process whose page needs a script that no other process has. */
const openProcess = async (name: string) => {
  const port = await freePort();
  const told = new Set<(topic: Topic) => void>();
  const wakeUps = {
    listen: (_account: string, listener: (topic: Topic) => void) => {
      told.add(listener);
      return () => void told.delete(listener);
    },
    close: () => Promise.resolve(),
  };
  const streams = openEventStreams({ wakeUps, sessions: { isOpen: async () => true }, log: silentLog() });
  let serving = true;
  const looks = new EventEmitter();
  const app = express();
  app.get('/serving', (_request, response) => {
    response
      .once('finish', () => looks.emit('look'))
      .status(serving ? 200 : 503)
      .end();
  });
  app.get('/', (_request, response) => void response.send(name));
  app.get(`/assets/${name}.js`, (_request, response) => void response.send(name));
  app.get('/api/events', (_request, response) => void streams.serve(ACCOUNT, response));
  app.post('/api/upload', async (request, response) => {
    let bytes = 0;
    for await (const chunk of request) bytes += chunk.length;
    response.json({ bytes, host: request.headers.host, from: request.headers['x-forwarded-for'] });
  });
  let listening = await listen(port, '127.0.0.1');
  const serve = () => listening.serve(app, () => true);
  await serve();
  return {
    name,
    port,
    wake: (topic: Topic) => {
      for (const tell of told) tell(topic);
    },
    leave: () => {
      serving = false;
    },
    /** The proxy has repeated its health check. */
    looked: () => once(looks, 'look'),
    close: async () => {
      streams.close();
      await listening.close(0);
    },
    open: async () => {
      serving = true;
      listening = await listen(port, '127.0.0.1');
      await serve();
    },
  };
};

type Ports = { plain: number; secure: number; processes: readonly number[] };

const withProcesses = (settings: string, { processes }: Ports): string =>
  processes.reduce((text, port, place) => text.replace(`127.0.0.1:${3000 + place}`, `127.0.0.1:${port}`), settings);

const PROXIES = [
  {
    name: 'nginx',
    looks: false,
    installed: isInstalled('nginx', '-v'),
    configure: (ports: Ports) => {
      const file = join(folder, 'nginx.conf');
      const own = withProcesses(settingsFor('nginx'), ports)
        .replace('listen 80;', `listen 127.0.0.1:${ports.plain};`)
        .replace('listen 443 ', `listen 127.0.0.1:${ports.secure} `)
        .replaceAll('reliquary.example', '127.0.0.1')
        .replace('/etc/ssl/reliquary.pem', certificates.certificate)
        .replace('/etc/ssl/reliquary.key', certificates.key);
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (kind) => `${kind}_temp_path ${folder}/${kind};`,
      );
      const general = `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/log; events {}`;
      writeFileSync(file, `${general} http { access_log off; ${temporary.join(' ')}\n${own}}`);
      return ['-p', folder, '-c', file];
    },
  },
  {
    name: 'Caddy',
    looks: true,
    installed: isInstalled('caddy', 'version'),
    configure: (ports: Ports) => {
      const file = join(folder, 'Caddyfile');
      const own = withProcesses(settingsFor('Caddy'), ports).replace(
        'reliquary.example {',
        `https://127.0.0.1 {\n  tls ${certificates.certificate} ${certificates.key}`,
      );
      const general = [
        'admin off',
        `http_port ${ports.plain}`,
        `https_port ${ports.secure}`,
        `storage file_system ${folder}/caddy`,
        'skip_install_trust',
      ];
      writeFileSync(file, `{\n${general.join('\n')}\n}\n${own}`);
      return ['run', '--adapter', 'caddyfile', '--config', file];
    },
  },
] as const;

describe.each(PROXIES)('behind $name, configured as in the runbook,', ({ name, looks, installed, configure }) => {
  let processes: Awaited<ReturnType<typeof openProcess>>[];
  let ports: Ports;
  let proxy: ChildProcess;

  const ask = async (path: string, options: RequestOptions = {}, body?: Buffer): Promise<IncomingMessage> => {
    const to = { host: '127.0.0.1', port: ports.secure, path, ca: readFileSync(certificates.authority), agent: false };
    const asked = overTls({ ...to, ...options });
    asked.end(body);
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    return answer;
  };
  const textOf = async (answer: IncomingMessage): Promise<string> => {
    let text = '';
    for await (const chunk of answer) text += chunk;
    return text;
  };
  const get = async (path: string) => {
    const answer = await ask(path);
    return [answer.statusCode, await textOf(answer)] as const;
  };

  beforeEach(async () => {
    if (!installed) return;
    processes = [await openProcess('one'), await openProcess('other')];
    ports = { plain: await freePort(), secure: await freePort(), processes: processes.map(({ port }) => port) };
    proxy = spawn(name.toLowerCase(), configure(ports), { stdio: 'ignore' });
    const isUp = async () => (await get('/').catch(() => [0]))[0] === 200;
    expect(await eventually(isUp)).toBe(true);
  });
  afterEach(async () => {
    if (!installed) return;
    const ended = once(proxy, 'exit');
    proxy.kill('SIGKILL');
    await ended;
    for (const each of processes) await each.close();
  });

  test.skipIf(!installed)('events arrive at once', async () => {
    const stream = await ask('/api/events', { headers: { 'accept-encoding': 'gzip' } });
    let text = '';
    stream.on('data', (chunk) => {
      text += chunk;
    });
    expect(await eventually(async () => text.includes('event: ready'))).toBe(true);
    for (const each of processes) each.wake('sale');
    expect(await eventually(async () => text.includes('event: sale'))).toBe(true);
    stream.destroy();
  });

  test.skipIf(!installed)('ten photos of 5 MB pass, and clients cannot forge their address', async () => {
    const photos = Buffer.alloc(10 * 5 * 1024 * 1024 + 10_000);
    const answer = await ask('/api/upload', { method: 'POST', headers: { 'x-forwarded-for': '192.0.2.7' } }, photos);
    const { bytes, host, from } = JSON.parse(await textOf(answer));
    expect(bytes).toBe(photos.length);
    expect(host).toMatch(/^127\.0\.0\.1/);
    expect(from.split(',').at(-1).trim()).toBe('127.0.0.1');
  });

  test.skipIf(!installed)('requests without TLS are redirected to https', async () => {
    const asked = inClear({ host: '127.0.0.1', port: ports.plain, path: '/listings?page=2', agent: false }).end();
    const [{ statusCode, headers }] = (await once(asked, 'response')) as [IncomingMessage];
    expect(Math.floor(statusCode! / 100)).toBe(3);
    expect(headers.location).toMatch(/^https:\/\/127\.0\.0\.1(:\d+)?\/listings\?page=2$/);
  });

  test.skipIf(!installed)('a page finds its scripts while two releases run', async () => {
    for (let times = 0; times < 8; times++) {
      const [, shown] = await get('/');
      expect(await get(`/assets/${shown}.js`)).toEqual([200, shown]);
    }
  });

  const buying = async (): Promise<Set<number | undefined>> => {
    const seen = new Set<number | undefined>();
    for (let times = 0; times < 4; times++) {
      const answer = await ask('/api/upload', { method: 'POST' }, Buffer.from('bought'));
      await textOf(answer);
      seen.add(answer.statusCode);
    }
    return seen;
  };

  test.skipIf(!installed)('buyers get answers while processes are replaced one after the other', async () => {
    for (const each of processes) {
      each.leave();
      if (looks) await each.looked();
      expect([...(await buying())]).toEqual([200]);
      await each.close();
      expect([...(await buying())]).toEqual([200]);
      await each.open();
      if (looks) await each.looked();
    }
    expect([...(await buying())]).toEqual([200]);
  });

  test.skipIf(!installed)('visitors get answers from the other process when one is killed', async () => {
    for (const [place, each] of processes.entries()) {
      await each.close();
      expect(await get('/')).toEqual([200, processes[1 - place]!.name]);
      await each.open();
      if (looks) await each.looked();
    }
  });
});
