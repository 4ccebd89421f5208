// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { NO_FILTERS } from '#web/listings/filters.ts';
import { useFilters } from '#web/listings/useFilters.ts';
import { browserHistory } from '#web/routing/browserHistory.ts';
import { Routing } from '#web/routing/Routing.tsx';
import { screen as onDemand } from '#web/routing/screen.tsx';

afterEach(cleanup);

const List = () => {
  const { show } = useFilters();
  return (
    <button type="button" onClick={() => show({ ...NO_FILTERS, search: 'orc' })}>
      Settle what was typed
    </button>
  );
};

const openList = () => {
  window.history.pushState(null, '', '/listings');
  const history = browserHistory();
  const onItsWay = onDemand(() => new Promise(() => undefined));
  const routes = [
    { path: '/listings', element: <List /> },
    { path: '/listings/1', ...onItsWay },
  ];
  render(<Routing routes={routes} history={history} />);
  return { history, settle: () => fireEvent.click(screen.getByRole('button')) };
};

test('writes a settled search into the URL', () => {
  openList().settle();
  expect(window.location.search).toBe('?search=orc');
});

test('undoes one filter per Back, but no typed letters', async () => {
  window.history.pushState(null, '', '/listings');
  const history = browserHistory();
  const Steps = () => {
    const { filters, pages, show } = useFilters();
    return (
      <>
        <button type="button" onClick={() => show({ ...filters, search: `${filters.search}x` })}>
          Type
        </button>
        <button type="button" onClick={() => show({ ...filters, condition: ['Built'] })}>
          Condition
        </button>
        <button type="button" onClick={() => show({ ...filters, sort: 'price-asc' })}>
          Sort
        </button>
        <button type="button" onClick={() => show(filters, pages + 1)}>
          More
        </button>
      </>
    );
  };
  render(<Routing routes={[{ path: '/listings', element: <Steps /> }]} history={history} />);
  for (const name of ['Type', 'Type', 'Condition', 'More', 'Sort'])
    await act(async () => fireEvent.click(screen.getByText(name)));
  const back = async () => {
    const was = window.location.search;
    await act(async () => window.history.back());
    await vi.waitFor(() => expect(window.location.search).not.toBe(was));
    return window.location.search;
  };
  expect(window.location.search).toBe('?search=xx&condition=Built&sort=price-asc');
  expect(await back()).toBe('?search=xx&condition=Built&page=2');
  expect(await back()).toBe('?search=xx');
});

test('does not return to the list when a search settles late', async () => {
  const { history, settle } = openList();
  await act(async () => history.push('/listings/1'));
  settle();
  expect(window.location.pathname + window.location.search).toBe('/listings/1');
});
