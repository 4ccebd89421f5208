// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { Dialog } from '#web/ui/Dialog.tsx';

afterEach(cleanup);

const Screen = () => {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button">More</button>
      <input aria-label="Opens it" onChange={() => setOpen(true)} />
      <Dialog open={open} onOpenChange={setOpen} title="Block somebody">
        <p>Are you sure?</p>
      </Dialog>
    </>
  );
};

const closed = async () => {
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
};

test('returns the focus to where it was when the dialog opened', async () => {
  render(<Screen />);
  const field = screen.getByRole('textbox');
  await userEvent.type(field, 'x');
  await screen.findByRole('dialog');
  await closed();
  await expect.poll(() => document.activeElement).toBe(field);
});

test('returns the focus to its last place if nothing had it when the dialog opened', async () => {
  const { rerender } = render(
    <>
      <button type="button">More</button>
      <Dialog open={false} onOpenChange={() => undefined} title="Block somebody">
        <p>Are you sure?</p>
      </Dialog>
    </>,
  );
  const button = screen.getByRole('button', { name: 'More' });
  button.focus();
  button.blur();
  expect(document.activeElement).toBe(document.body);
  const dialog = (open: boolean) =>
    rerender(
      <>
        <button type="button">More</button>
        <Dialog open={open} onOpenChange={() => undefined} title="Block somebody">
          <p>Are you sure?</p>
        </Dialog>
      </>,
    );
  dialog(true);
  await screen.findByRole('dialog');
  dialog(false);
  await expect.poll(() => document.activeElement).toBe(button);
});
