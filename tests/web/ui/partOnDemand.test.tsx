// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ComponentType, useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { onceOpened } from '#web/ui/onceOpened.tsx';
import { partOnDemand } from '#web/ui/partOnDemand.tsx';
import { Toaster } from '#web/ui/Toaster.tsx';

afterEach(cleanup);

const Sum = ({ of }: { of: string }) => <p>The sum of {of}</p>;

type Code = ComponentType<{ of: string }>;

/** A part whose code arrives, or fails to, when told. */
const farPart = () => {
  const asked: { resolve: (code: Code) => void; reject: (reason: Error) => void }[] = [];
  const load = () => new Promise<Code>((resolve, reject) => asked.push({ resolve, reject }));
  return {
    Part: partOnDemand<{ of: string }>(load, <p>Skeleton</p>),
    asked: () => asked.length,
    arrives: () => act(async () => asked.at(-1)?.resolve(Sum)),
    fails: () => act(async () => asked.at(-1)?.reject(new TypeError('Failed to fetch dynamically imported module'))),
  };
};

test('a part waits as its skeleton, and is then what it is told to be', async () => {
  const { Part, arrives } = farPart();
  const { rerender } = render(<Part of="one" />);
  expect(screen.getByText('Skeleton')).toBeTruthy();
  rerender(<Part of="two" />);
  await arrives();
  expect(screen.getByText('The sum of two')).toBeTruthy();
  expect(screen.queryByText('Skeleton')).toBeNull();
});

test('code that is here is not waited for again', async () => {
  const { Part, asked, arrives } = farPart();
  const { unmount } = render(<Part of="one" />);
  await arrives();
  unmount();
  render(<Part of="two" />);
  expect(screen.getByText('The sum of two')).toBeTruthy();
  expect(asked()).toBe(1);
});

test('a part that cannot be had leaves the page, and is asked for again without the focus being lost', async () => {
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

test('a dialog that cannot be had, as after a new version, is closed and says what helps', async () => {
  const Gone = onceOpened(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')));
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
  expect(await screen.findByText(/try again, or reload the page\.$/)).toBeTruthy();
});
