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

test('keeps the focus on the button while there is more, and afterwards in its place', () => {
  const { rerender } = render(list(true));
  button().focus();
  rerender(list(true, true));
  expect(document.activeElement).toBe(button());
  rerender(list(true));
  expect(document.activeElement).toBe(button());
  rerender(list(false));
  expect(document.activeElement).toBe(screen.getByText('Showing 13 listings').parentElement);
});

test('leaves the focus of somebody who moved on', () => {
  const { rerender } = render(list(true));
  button().focus();
  const elsewhere = screen.getByRole('button', { name: 'Elsewhere' });
  elsewhere.focus();
  rerender(list(false));
  expect(document.activeElement).toBe(elsewhere);
});
