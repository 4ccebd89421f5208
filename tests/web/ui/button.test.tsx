// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { Button, IconButton } from '#web/ui/Button.tsx';

afterEach(cleanup);

const kinds = [
  ['a button', Button],
  ['a button with a drawing', IconButton],
] as const;

test.each(kinds)('keeps the focus of a busy %s, marks it and ignores presses', async (_, Kind) => {
  const pressed = vi.fn();
  const shown = (busy: boolean) => (
    <Kind icon="attach" label="Load More" busy={busy} onClick={pressed}>
      Load More
    </Kind>
  );
  const { rerender } = render(shown(false));
  const button = screen.getByRole('button', { name: 'Load More' });
  button.focus();
  rerender(shown(true));
  expect(document.activeElement).toBe(button);
  expect(button.getAttribute('aria-busy')).toBe('true');
  expect(button.getAttribute('aria-disabled')).toBe('true');
  expect(button.hasAttribute('disabled')).toBe(false);
  await userEvent.click(button);
  await userEvent.keyboard('{Enter}');
  expect(pressed).not.toHaveBeenCalled();
  rerender(shown(false));
  await userEvent.keyboard('{Enter}');
  expect(pressed).toHaveBeenCalledTimes(1);
});

test('sends nothing from a busy submit button', async () => {
  const sent = vi.fn((event: { preventDefault: () => void }) => event.preventDefault());
  render(
    <form onSubmit={sent}>
      <Button type="submit" busy>
        Send
      </Button>
    </form>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(sent).not.toHaveBeenCalled();
});
