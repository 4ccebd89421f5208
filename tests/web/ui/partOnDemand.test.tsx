// @vitest-environment happy-dom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ComponentType, useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { PATIENCE } from '#tests/support/patience.ts';
import { LostPart } from '#web/loading/lostPart.ts';
import { Button } from '#web/ui/Button.tsx';
import { onceOpened } from '#web/ui/onceOpened.tsx';
import { partOnDemand } from '#web/ui/partOnDemand.tsx';
import { Toaster } from '#web/ui/Toaster.tsx';

afterEach(cleanup);

const Sum = ({ of }: { of: string }) => <p>The sum of {of}</p>;

type Code = ComponentType<{ of: string }>;

/** A part whose code arrives or fails on command. */
const farPart = () => {
  const asked: { resolve: (code: Code) => void; reject: (reason: Error) => void }[] = [];
  const load = () => new Promise<Code>((resolve, reject) => asked.push({ resolve, reject }));
  return {
    Part: partOnDemand<{ of: string }>(load, <p>Skeleton</p>),
    asked: () => asked.length,
    arrives: () => act(async () => asked.at(-1)?.resolve(Sum)),
    fails: (failure: Error = new TypeError('x is not a function')) => act(async () => asked.at(-1)?.reject(failure)),
  };
};

test('shows a skeleton until the part is loaded, then the part', async () => {
  const { Part, arrives } = farPart();
  const { rerender } = render(<Part of="one" />);
  expect(screen.getByText('Skeleton')).toBeTruthy();
  rerender(<Part of="two" />);
  await arrives();
  expect(screen.getByText('The sum of two')).toBeTruthy();
  expect(screen.queryByText('Skeleton')).toBeNull();
});

test('does not wait again for loaded code', async () => {
  const { Part, asked, arrives } = farPart();
  const { unmount } = render(<Part of="one" />);
  await arrives();
  unmount();
  render(<Part of="two" />);
  expect(screen.getByText('The sum of two')).toBeTruthy();
  expect(asked()).toBe(1);
});

test('keeps the page when a part fails to load, and retries without losing the focus', async () => {
  const { Part, asked, fails, arrives } = farPart();
  const Page = () => {
    const [typed, setTyped] = useState('');
    return (
      <>
        <input aria-label="Beside it" value={typed} onChange={(event) => setTyped(event.target.value)} />
        <Part of={typed} />
      </>
    );
  };
  render(<Page />);
  await userEvent.type(screen.getByLabelText('Beside it'), 'abc');
  await fails();
  expect(screen.getByRole('alert').textContent).toContain('This could not be loaded');
  expect(screen.getByLabelText<HTMLInputElement>('Beside it').value).toBe('abc');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(asked()).toBe(2);
  expect(screen.getByText('Skeleton')).toBeTruthy();
  expect(document.activeElement).not.toBe(document.body);
  await arrives();
  expect(screen.getByText('The sum of abc')).toBeTruthy();
  expect(document.activeElement?.contains(screen.getByText('The sum of abc'))).toBe(true);
});

test('says that there is no connection, and loads when it returns', async () => {
  vi.stubGlobal('fetch', async () => new Response(null));
  const { Part, asked, fails, arrives } = farPart();
  render(<Part of="one" />);
  await fails(new LostPart('connection', '/part.js'));
  expect(screen.getByRole('alert').textContent).toContain('Check your connection');
  await waitFor(() => expect(asked()).toBe(2));
  await arrives();
  expect(screen.getByText('The sum of one')).toBeTruthy();
  vi.unstubAllGlobals();
});

test('offers a reload and no retry for a part removed by a release', async () => {
  const { Part, fails } = farPart();
  render(<Part of="one" />);
  await fails(new LostPart('release', '/part.js'));
  expect(screen.getByRole('alert').textContent).toContain('A new version is available. Reload the page to continue.');
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Reload']);
});

test.each([
  ['connection', /^No connection\. Please check it/],
  ['release', /^A new version is available\. Reload the page to continue\.$/],
] as const)('closes a dialog that fails to load because of the %s, and says what helps', async (why, words) => {
  const Gone = onceOpened(() => Promise.reject(new LostPart(why, '/dialog.js')));
  const Page = () => {
    const [open, setOpen] = useState(true);
    return (
      <>
        <p>{open ? 'Open' : 'Closed'}</p>
        <Gone open={open} onOpenChange={setOpen} />
        <Toaster />
      </>
    );
  };
  render(<Page />);
  expect(await screen.findByText('Closed')).toBeTruthy();
  expect(await screen.findByText(words)).toBeTruthy();
});

test('shows a dialog’s button as busy only while its code is late', async () => {
  const asked: ((code: ComponentType<{ open: boolean; onOpenChange: () => void }>) => void)[] = [];
  const Ahead = onceOpened<{ open: boolean; onOpenChange: () => void }>(
    () => new Promise((resolve) => asked.push(resolve)),
  );
  const Page = () => (
    <Button busy={Ahead.useAhead()} busyText="Loading…">
      Pay
    </Button>
  );
  render(<Page />);
  await screen.findByRole('button', { name: 'Loading…' }, { timeout: PATIENCE });
  await act(async () => asked.at(-1)?.(() => <p>The dialog</p>));
  expect(screen.getByRole('button', { name: 'Pay' }).getAttribute('aria-disabled')).toBeNull();
});
