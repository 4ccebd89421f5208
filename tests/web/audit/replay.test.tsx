// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { Replay } from '#web/audit/components/workbench/Replay.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const show = (revision: number) => {
  const onChange = vi.fn();
  const view = render(<Replay revision={revision} last={2} event={undefined} onChange={onChange} />);
  const moveTo = (next: number) =>
    view.rerender(<Replay revision={next} last={2} event={undefined} onChange={onChange} />);
  return { onChange, moveTo };
};

test('plays event by event, stops at the end and restarts from the first', () => {
  vi.useFakeTimers();
  const { onChange, moveTo } = show(0);
  fireEvent.click(screen.getByRole('button', { name: 'Play' }));
  for (const next of [1, 2]) {
    act(() => void vi.advanceTimersByTime(900));
    expect(onChange).toHaveBeenLastCalledWith(next);
    moveTo(next);
  }
  act(() => void vi.advanceTimersByTime(5000));
  expect(onChange).toHaveBeenCalledTimes(2);
  fireEvent.click(screen.getByRole('button', { name: 'Play' }));
  expect(onChange).toHaveBeenLastCalledWith(0);
});

test('stops playing on pause or when the slider moves', () => {
  vi.useFakeTimers();
  const { onChange } = show(0);
  fireEvent.click(screen.getByRole('button', { name: 'Play' }));
  fireEvent.click(screen.getByRole('button', { name: 'Pause' }));
  act(() => void vi.advanceTimersByTime(5000));
  expect(onChange).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: 'Play' }));
  fireEvent.change(screen.getByRole('slider'), { target: { value: '2' } });
  act(() => void vi.advanceTimersByTime(5000));
  expect(onChange.mock.calls).toEqual([[2]]);
});

test('keeps the focus on a button that has no further step', () => {
  const { onChange, moveTo } = show(1);
  for (const [name, end] of [
    ['Next event', 2],
    ['Previous event', 0],
  ] as const) {
    moveTo(1);
    const button = screen.getByRole<HTMLButtonElement>('button', { name });
    button.focus();
    expect(button.getAttribute('aria-disabled')).toBe('false');
    moveTo(end);
    expect([button.disabled, button.getAttribute('aria-disabled')]).toEqual([false, 'true']);
    expect(document.activeElement).toBe(button);
    fireEvent.click(button);
    expect(onChange).toHaveBeenLastCalledWith(end);
  }
});
