// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
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

test('a search that settles stands in the address', () => {
  openList().settle();
  expect(window.location.search).toBe('?search=orc');
});

test('a search that settles after a listing was chosen does not lead back to the list', async () => {
  const { history, settle } = openList();
  await act(async () => history.push('/listings/1'));
  settle();
  expect(window.location.pathname + window.location.search).toBe('/listings/1');
});
