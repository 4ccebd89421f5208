// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { LoadMore } from '#web/ui/LoadMore.tsx';

afterEach(cleanup);

const list = (hasMore: boolean, busy = false) => (
  <>
    <button type="button">Elsewhere</button>
    <LoadMore hasMore={hasMore} busy={busy} onMore={() => undefined}>
      <p>Showing 13 listings</p>
    </LoadMore>
  </>
);
const button = () => screen.getByRole('button', { name: 'Load More' });

test('the focus stays on the button while there is more, and where it stood when there is not', () => {
  const { rerender } = render(list(true));
  button().focus();
  rerender(list(true, true));
  expect(document.activeElement).toBe(button());
  rerender(list(true));
  expect(document.activeElement).toBe(button());
  rerender(list(false));
  expect(document.activeElement).toBe(screen.getByText('Showing 13 listings').parentElement);
});

test('whoever has gone on meanwhile is left where they are', () => {
  const { rerender } = render(list(true));
  button().focus();
  const elsewhere = screen.getByRole('button', { name: 'Elsewhere' });
  elsewhere.focus();
  rerender(list(false));
  expect(document.activeElement).toBe(elsewhere);
});
