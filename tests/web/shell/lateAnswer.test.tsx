// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { aListing, freshBrowser, MEMBER_REPLIES, open, serve, signedIn, to } from '#tests/support/browser.tsx';
import { memoryIndexedDb } from '#tests/support/memoryIndexedDb.ts';
import { ApiError } from '#web/api/ApiError.ts';
import { api } from '#web/api/client.ts';
import { download, fetched } from '#web/api/download.ts';
import { LATE } from '#web/api/lateAnswers.ts';

freshBrowser();
beforeEach(() => vi.stubGlobal('indexedDB', memoryIndexedDb()));

const LISTING = aListing(1);
const REPORT = `listings/${LISTING._id}/report`;
const WAITING = 'No answer yet.';
const GIVEN_UP = 'No answer yet. It may still have worked. If you try again, it is still done only once.';
const never = () => new Promise<never>(() => undefined);
const passes = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

const reporting = async (report: () => unknown) => {
  signedIn();
  const sent = serve({
    ...MEMBER_REPLIES,
    [`GET listings/${LISTING._id}`]: LISTING,
    [`GET listings/${LISTING._id}/similar`]: { listings: [] },
    [`POST ${REPORT}`]: report,
  });
  open(`/listings/${LISTING._id}`);
  fireEvent.click(await screen.findByRole('button', { name: 'Report this listing' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Report this listing' }));
  fireEvent.change(dialog.getByLabelText('What is wrong?'), { target: { value: 'counterfeit' } });
  fireEvent.change(dialog.getByLabelText('How do you know?'), { target: { value: 'It is a recast of resin' } });
  return { sent, dialog };
};

test('tells a waiting dialog that no answer comes, and a retry after stopping runs once', async () => {
  const answers = [never, () => new Response(null, { status: 204 })];
  const { sent, dialog } = await reporting(() => answers.shift()!());
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const press = async () => {
    fireEvent.click(dialog.getByRole('button', { name: 'Report' }));
    await vi.waitFor(() => expect(dialog.queryByRole('button', { name: 'Sending…' })).toBeTruthy());
  };
  await press();
  await passes(LATE - 1_000);
  expect(dialog.queryByText(WAITING)).toBeNull();
  await passes(1_000);
  expect(dialog.getByText(WAITING).closest('[role=status]')).toBeTruthy();
  // the page’s own notice would cover the dialog
  expect(screen.getAllByText(WAITING)).toHaveLength(1);
  fireEvent.click(dialog.getByRole('button', { name: 'Stop waiting' }));
  await passes(0);
  expect(dialog.getByRole('alert').textContent).toBe(GIVEN_UP);
  expect(dialog.queryByText(WAITING)).toBeNull();
  await press();
  await passes(1_000);
  expect(screen.queryByRole('dialog')).toBeNull();
  const ids = to(sent, REPORT).map(({ headers }) => headers.get('X-Command-Id'));
  expect(ids).toEqual([ids[0], ids[0]]);
});

const failureOf = (call: Promise<unknown>) => call.catch((error: unknown) => error);

test('gives up nothing automatically and accepts a late answer [D1-359]', async () => {
  signedIn();
  let arrive: (answer: unknown) => void = () => undefined;
  serve({ ...MEMBER_REPLIES, 'PUT user/shipping': () => new Promise((resolve) => (arrive = resolve)) });
  open('/about');
  await screen.findByRole('heading', { level: 1 });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const saved = api.put('user/shipping', {});
  await passes(60 * LATE);
  expect(screen.getByText(WAITING)).toBeTruthy();
  arrive({ message: 'Saved' });
  await passes(1_000);
  expect(await saved).toEqual({ message: 'Saved' });
  expect(screen.queryByText(WAITING)).toBeNull();
});

test('stays silent for background calls, and promises no safe retry where there is none', async () => {
  signedIn();
  serve({ ...MEMBER_REPLIES, 'POST messages/conversation/1/read': never, 'POST user/change-password': never });
  open('/about');
  await screen.findByRole('heading', { level: 1 });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  void api.post('messages/conversation/1/read', {}, { behind: true });
  await passes(2 * LATE);
  expect(screen.queryByText(WAITING)).toBeNull();
  const changed = failureOf(api.post('user/change-password', {}));
  await passes(LATE);
  fireEvent.click(screen.getByRole('button', { name: 'Stop waiting' }));
  const error = (await changed) as ApiError;
  expect(error).toBeInstanceOf(ApiError);
  expect(error.message).toBe('No answer yet. It may still have worked.');
});

test('tells somebody waiting for a file too; arriving parts count as an answer', async () => {
  signedIn();
  const made = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:1');
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue(undefined);
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue(undefined);
  let part: (text: string) => void = () => undefined;
  let end: () => void = () => undefined;
  const body = new ReadableStream({
    start: (bundle) => {
      part = (text) => bundle.enqueue(new TextEncoder().encode(text));
      end = () => bundle.close();
    },
  });
  serve({ ...MEMBER_REPLIES, 'GET user/data': never, 'GET transaction/1/bundle': () => new Response(body) });
  open('/about');
  await screen.findByRole('heading', { level: 1 });
  await import('#web/api/commands.ts');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const asked = failureOf(fetched('user/data'));
  await passes(LATE);
  fireEvent.click(screen.getByRole('button', { name: 'Stop waiting' }));
  expect(((await asked) as ApiError).message).toBe('No answer yet. Please try again.');

  const kept = download('transaction/1/bundle');
  for (const text of ['one', ' two']) {
    await passes(LATE - 1_000);
    part(text);
    await passes(0);
  }
  await passes(LATE - 1_000);
  expect(screen.queryByText(WAITING)).toBeNull();
  await passes(1_000);
  expect(screen.getByText(WAITING)).toBeTruthy();
  end();
  await act(() => kept);
  expect(screen.queryByText(WAITING)).toBeNull();
  expect(await (made.mock.lastCall![0] as Blob).text()).toBe('one two');
  vi.restoreAllMocks();
});

test('calls an upload late only when nothing more is sent', async () => {
  signedIn();
  serve(MEMBER_REPLIES);
  const aborted = vi.fn();
  let upload: { onprogress?: (event: object) => void } = {};
  class Slow extends EventTarget {
    upload = upload;
    onabort: () => void = () => undefined;
    open = () => undefined;
    setRequestHeader = () => undefined;
    send = () => {
      upload = this.upload;
    };
    abort() {
      aborted();
      this.onabort();
    }
  }
  vi.stubGlobal('XMLHttpRequest', Slow);
  open('/about');
  await screen.findByRole('heading', { level: 1 });
  await import('#web/api/commands.ts');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const sending = failureOf(api.upload('transaction/1/evidence', new FormData()));
  for (const loaded of [1, 2, 3, 4]) {
    await passes(LATE - 1);
    upload.onprogress?.({ loaded, total: 10, lengthComputable: true });
  }
  expect(screen.queryByText(WAITING)).toBeNull();
  await passes(LATE);
  fireEvent.click(screen.getByRole('button', { name: 'Stop waiting' }));
  expect(((await sending) as ApiError).message).toBe(GIVEN_UP);
  expect(aborted).toHaveBeenCalledOnce();
});
