// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { ErrorBoundary } from '#web/shell/ErrorBoundary.tsx';

afterEach(cleanup);

const Broken = () => {
  throw new Error('a bug');
};

test('shows that something went wrong and offers a reload after an unexpected error [D1-075] [D2-366]', () => {
  const silence = vi.spyOn(console, 'error').mockReturnValue(undefined);
  render(
    <ErrorBoundary>
      <Broken />
    </ErrorBoundary>,
  );
  expect(screen.getByRole('heading', { name: 'Something went wrong' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy();
  expect(screen.queryByText('a bug')).toBeNull();
  silence.mockRestore();
});
