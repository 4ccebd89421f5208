// @vitest-environment happy-dom
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { HOUR, SECOND } from '#domain/shared/instants.ts';
import { freshBrowser, json, MARTA, type Sent, serve, signedIn, to, tokenWith } from '#tests/support/browser.tsx';
import { uploadByFetch } from '#tests/support/uploads.ts';
import { api } from '#web/api/client.ts';
import { UNANSWERED } from '#web/api/drafts.ts';
import { clearSession, forgetSession } from '#web/api/sessionStore.ts';

freshBrowser();
beforeEach(uploadByFetch);
beforeEach(() => signedIn());

const STATEMENT = 'transaction/1/dispute/statement';
const lost = () => {
  throw new TypeError('Failed to fetch');
};
const idsOf = (sent: readonly Sent[]) => sent.map(({ headers }) => headers.get('X-Command-Id'));
/** The number of different commands. */
const commands = (sent: readonly Sent[]) => new Set(idsOf(sent)).size;
const say = (text = 'The wing was off', path = STATEMENT) => api.post(path, { text }).catch(() => undefined);
/** Answers the first call with this, and each later one with success. */
const first = (answer: () => unknown) => {
  const answers = [answer];
  return () => (answers.shift() ?? (() => ({})))();
};

test.each<[string, () => unknown]>([
  ['no answer', lost],
  ['a failure of the server', () => json({ message: 'The archives are busy' }, 503)],
  ['a refusal for now, which tells nothing of the try before', () => json({ code: 'tooManyRequests' }, 429)],
])('repeats a command that got %s under its id, and takes a new one once answered', async (_, answer) => {
  const sent = serve({ [`POST ${STATEMENT}`]: first(answer) });
  await say();
  await say();
  expect(idsOf(sent)[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(commands(sent)).toBe(1);
  await say();
  expect(commands(sent)).toBe(2);
});

test('treats other words or another target as another command', async () => {
  const sent = serve({ [`POST ${STATEMENT}`]: lost, 'POST transaction/2/dispute/statement': lost });
  await say();
  await say('The wing was broken off');
  await say(undefined, 'transaction/2/dispute/statement');
  expect(commands(sent)).toBe(3);
});

test('identifies files by name, size and time', async () => {
  const sent = serve({ 'POST transaction/1/evidence': lost });
  const send = async (name: string) => {
    const form = new FormData();
    form.append('images', new File(['pixels'], name, { lastModified: 1 }));
    await api.upload('transaction/1/evidence', form).catch(() => undefined);
  };
  await send('wing.jpg');
  await send('wing.jpg');
  expect(commands(sent)).toBe(1);
  await send('tail.jpg');
  expect(commands(sent)).toBe(2);
});

test('reuses photos of an unanswered step when repeated, and uploads new ones once answered', async () => {
  const sent = serve({ [`POST ${STATEMENT}`]: first(lost), 'POST transaction/1/evidence': { keys: ['k1'] } });
  const send = async () => {
    const form = new FormData();
    form.append('images', new File(['pixels'], 'wing.jpg', { lastModified: 1 }));
    await api.upload('transaction/1/evidence', form);
    await say();
  };
  const photos = () => commands(to(sent, 'transaction/1/evidence'));
  await send();
  await send();
  expect([photos(), commands(to(sent, STATEMENT))]).toEqual([1, 1]);
  await send();
  expect([photos(), commands(to(sent, STATEMENT))]).toEqual([2, 2]);
});

describe('a new command is used', () => {
  test('after an hour', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    localStorage.setItem('token', tokenWith((3 * HOUR) / SECOND));
    forgetSession();
    const sent = serve({ [`POST ${STATEMENT}`]: lost });
    await say();
    vi.setSystemTime(Date.now() + HOUR - 1);
    await say();
    expect(commands(sent)).toBe(1);
    vi.setSystemTime(Date.now() + HOUR);
    await say();
    expect(commands(sent)).toBe(2);
  });

  test('after another command on the same target, except for its own photo upload', async () => {
    const block = 'user/2/block';
    const sent = serve({
      [`POST ${block}`]: lost,
      [`DELETE ${block}`]: new Response(null, { status: 204 }),
      [`POST ${STATEMENT}`]: lost,
      'POST transaction/1/evidence': { keys: [] },
    });
    const ask = () => api.post(block).catch(() => undefined);
    await ask();
    await api.delete(block);
    await ask();
    expect(commands(to(sent, block).filter(({ method }) => method === 'POST'))).toBe(2);
    await say();
    await api.upload('transaction/1/evidence', new FormData());
    await say();
    expect(commands(to(sent, STATEMENT))).toBe(1);
  });

  test('if the server knows another one under its id', async () => {
    const sent = serve({ [`POST ${STATEMENT}`]: () => json({ code: 'commandIdReused' }, 422) });
    await say();
    await say();
    expect(commands(sent)).toBe(2);
  });

  test('for somebody else, and after a sign-out', async () => {
    const sent = serve({ [`POST ${STATEMENT}`]: lost });
    await say();
    signedIn({ ...MARTA, _id: 'f'.repeat(32) });
    await say();
    expect(commands(sent)).toBe(2);
    clearSession();
    expect(localStorage.getItem(UNANSWERED)).toBeNull();
  });
});

test('counts an interrupted answer as none', async () => {
  const broken = new ReadableStream({ start: (controller) => controller.error(new TypeError('network error')) });
  vi.stubGlobal('fetch', async () => new Response(broken));
  await expect(api.post(STATEMENT, {})).rejects.toMatchObject({ name: 'ApiError', status: 0 });
});

/** Last in this file, because it reloads modules. */
test('keeps the id after a reload without storing the words', async () => {
  const sent = serve({ [`POST ${STATEMENT}`]: lost });
  await say('A word like no other');
  expect(localStorage.getItem(UNANSWERED)).not.toContain('like no other');
  vi.resetModules();
  const anew = await import('#web/api/client.ts');
  expect(anew.api).not.toBe(api);
  await anew.api.post(STATEMENT, { text: 'A word like no other' }).catch(() => undefined);
  expect(sent).toHaveLength(2);
  expect(commands(sent)).toBe(1);
});
