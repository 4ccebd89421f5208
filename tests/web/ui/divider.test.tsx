// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { useDivider } from '#web/ui/Divider.tsx';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const Columns = () => {
  const { divider, style } = useDivider('columns', 'Width', { least: 300, most: 640, usual: 336 });
  return <div style={style}>{divider}</div>;
};
const separator = () => screen.getByRole('separator', { name: 'Width' });
const width = () => separator().parentElement?.style.getPropertyValue('--right-width');

test('drags a column between its limits and keeps the width in this browser', () => {
  const { unmount } = render(<Columns />);
  expect(width()).toBe('336px');
  fireEvent.pointerMove(separator(), { clientX: 0 });
  expect(width()).toBe('336px');
  fireEvent.pointerDown(separator(), { clientX: 800 });
  fireEvent.pointerMove(separator(), { clientX: 700 });
  expect(width()).toBe('436px');
  fireEvent.pointerMove(separator(), { clientX: 0 });
  fireEvent.pointerUp(separator());
  expect(separator().getAttribute('aria-valuenow')).toBe('640');
  unmount();
  render(<Columns />);
  expect(width()).toBe('640px');
});

test('moves with the arrow keys and returns to the usual width', () => {
  localStorage.setItem('columns', '400');
  render(<Columns />);
  fireEvent.keyDown(separator(), { key: 'ArrowLeft' });
  expect(width()).toBe('416px');
  fireEvent.keyDown(separator(), { key: 'ArrowRight' });
  fireEvent.keyDown(separator(), { key: 'ArrowRight' });
  expect(width()).toBe('384px');
  fireEvent.keyDown(separator(), { key: 'Home' });
  expect(width()).toBe('336px');
});

test('ignores a stored width that is no number', () => {
  localStorage.setItem('columns', 'wide');
  render(<Columns />);
  expect(width()).toBe('336px');
});
