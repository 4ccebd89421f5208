// @vitest-environment happy-dom
import { act, cleanup, screen as page, render, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ComponentType, useEffect, useState } from 'react';
import { Outlet, type RouteObject, useNavigate } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { LostPart } from '#web/loading/lostPart.ts';
import { browserHistory } from '#web/routing/browserHistory.ts';
import { Routing } from '#web/routing/Routing.tsx';
import { screen } from '#web/routing/screen.tsx';
import { RouteErrors } from '#web/shell/RouteError.tsx';
import { Link } from '#web/ui/Link.tsx';
import { useLater } from '#web/ui/useLater.ts';

afterEach(cleanup);

const mounted = vi.fn();

const Frame = () => {
  useEffect(() => void mounted(), []);
  return (
    <>
      <nav>
        <Link to="/near">Near</Link>
        <Link to="/far">Far</Link>
      </nav>
      <Outlet />
    </>
  );
};
const Near = () => <h1>What is near</h1>;
const noted = vi.fn();
/** A screen that writes its place into the address a moment later, as a search does. */
const Late = () => {
  const navigate = useNavigate();
  const [isTyped, setTyped] = useState(false);
  useLater(
    isTyped || undefined,
    () => {
      noted();
      navigate('?typed', { replace: true });
    },
    200,
  );
  return (
    <button type="button" onClick={() => setTyped(true)}>
      Type
    </button>
  );
};
const Far = () => <h1>What is far</h1>;

const promised = () => {
  let resolve: (Part: ComponentType) => void = () => undefined;
  let reject: (reason: Error) => void = () => undefined;
  const promise = new Promise<ComponentType>((...settle) => {
    [resolve, reject] = settle;
  });
  return { promise, resolve, reject };
};

/** Code that arrives or fails on command; `asked` counts the requests. */
const farAway = () => {
  const waiting: ReturnType<typeof promised>[] = [];
  const load = () => {
    const code = promised();
    waiting.push(code);
    return code.promise;
  };
  return {
    load,
    asked: () => waiting.length,
    arrives: () => act(async () => waiting.at(-1)?.resolve(Far)),
    fails: (why: LostPart['why'] = 'release') => act(async () => waiting.at(-1)?.reject(new LostPart(why, '/far.js'))),
  };
};

const start = (
  path: string,
  load: () => Promise<ComponentType>,
  frame: () => Promise<ComponentType> = async () => Frame,
) => {
  mounted.mockClear();
  const routes: RouteObject[] = [
    {
      ...screen(frame),
      children: [
        {
          element: <RouteErrors />,
          children: [
            { path: 'near', ...screen(async () => Near) },
            { path: 'far', ...screen(load) },
            { path: 'late', ...screen(async () => Late) },
          ],
        },
      ],
    },
  ];
  window.history.pushState(null, '', path);
  render(<Routing routes={routes} history={browserHistory()} loading={<p>Loading the archives</p>} />);
};

const press = (name: string) => userEvent.click(page.getByRole('link', { name }));
const title = () => page.queryByRole('heading', { level: 1 })?.textContent;

test('shows a loading text first, and requests the screen’s code without waiting for its frame', async () => {
  const far = farAway();
  const frame = promised();
  start('/far', far.load, () => frame.promise);
  expect(page.getByText('Loading the archives')).toBeTruthy();
  expect(far.asked()).toBe(1);
  await act(async () => frame.resolve(Frame));
  expect(page.getByText('Loading the archives')).toBeTruthy();
  await far.arrives();
  expect(title()).toBe('What is far');
  expect(page.queryByText('Loading the archives')).toBeNull();
});

test('keeps a screen until the next one is loaded, and never remounts the frame', async () => {
  const far = farAway();
  start('/near', far.load);
  await waitFor(() => expect(title()).toBe('What is near'));
  await press('Far');
  expect(far.asked()).toBe(1);
  expect(title()).toBe('What is near');
  expect(page.queryByText('Loading the archives')).toBeNull();
  await far.arrives();
  expect(title()).toBe('What is far');
  await act(async () => window.history.back());
  await waitFor(() => expect(title()).toBe('What is near'));
  expect(mounted).toHaveBeenCalledTimes(1);
});

test('lets a screen that is being left write nothing into the address', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const far = farAway();
  start('/late', far.load);
  const type = await vi.waitFor(() => page.getByRole('button', { name: 'Type' }));
  act(() => type.click());
  act(() => page.getByRole('link', { name: 'Far' }).click());
  await act(() => vi.advanceTimersByTimeAsync(250));
  expect([window.location.pathname, noted.mock.calls.length]).toEqual(['/far', 0]);
  await far.arrives();
  expect(title()).toBe('What is far');
  vi.useRealTimers();
});

test('highlights the pressed link at once and shows a skeleton after 300 ms', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const far = farAway();
  start('/near', far.load);
  await vi.waitFor(() => expect(title()).toBe('What is near'));
  const link = page.getByRole('link', { name: 'Far' });
  act(() => link.click());
  expect(link.dataset.going).toBe('true');
  expect(page.getByRole('link', { name: 'Near' }).dataset.going).toBeUndefined();
  await act(() => vi.advanceTimersByTimeAsync(299));
  expect(page.queryByRole('status', { name: 'Loading...' })).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(page.getByRole('status', { name: 'Loading...' })).toBeTruthy();
  await far.arrives();
  expect(title()).toBe('What is far');
  expect(page.queryByRole('status', { name: 'Loading...' })).toBeNull();
  expect(link.dataset.going).toBeUndefined();
  vi.useRealTimers();
});

test('shows code removed by a release as an error in the frame; the next visit retries', async () => {
  const silence = vi.spyOn(console, 'error').mockReturnValue(undefined);
  const far = farAway();
  start('/near', far.load);
  await waitFor(() => expect(title()).toBe('What is near'));
  await press('Far');
  await far.fails();
  await waitFor(() => expect(title()).toBe('A new version is available'));
  expect(page.getByRole('link', { name: 'Near' })).toBeTruthy();
  expect(far.asked()).toBe(1);
  await press('Near');
  await waitFor(() => expect(title()).toBe('What is near'));
  await press('Far');
  expect(far.asked()).toBe(2);
  await far.arrives();
  expect(title()).toBe('What is far');
  expect(mounted).toHaveBeenCalledTimes(1);
  silence.mockRestore();
});

test('shows missing code without a connection, and a retry loads it in place', async () => {
  const silence = vi.spyOn(console, 'error').mockReturnValue(undefined);
  vi.stubGlobal('fetch', async () => new Response(null));
  const far = farAway();
  start('/near', far.load);
  await waitFor(() => expect(title()).toBe('What is near'));
  await press('Far');
  await far.fails('connection');
  await waitFor(() => expect(title()).toBe('No connection'));
  await userEvent.click(page.getByRole('button', { name: 'Try again' }));
  expect(far.asked()).toBe(2);
  await far.arrives();
  expect(title()).toBe('What is far');
  expect(mounted).toHaveBeenCalledTimes(1);
  vi.unstubAllGlobals();
  silence.mockRestore();
});
