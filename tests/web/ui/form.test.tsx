// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useRef, useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { isDisabled } from '#tests/support/browser.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Form } from '#web/ui/Form.tsx';
import { Checkbox, Input, Select } from '#web/ui/Input.tsx';
import { Textarea } from '#web/ui/Textarea.tsx';

afterEach(cleanup);

const held = () => {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
};

type Sending = { send: () => Promise<unknown>; error?: string; after?: boolean };

const MessageForm = ({ send, error, after = false }: Sending) => {
  const words = useRef<HTMLTextAreaElement>(null);
  const [shown, setShown] = useState<string>();
  return (
    <Form onSubmit={() => send().finally(() => setShown(error))} {...(after ? { focusAfter: words } : {})}>
      <Input label="Subject" error={shown} />
      <Textarea label="Words" ref={words} />
      <Select label="Country" />
      <Checkbox label="Agreed" />
      <Button>Attach</Button>
      <Button type="submit" busyText="Sending…">
        Send
      </Button>
    </Form>
  );
};

const controls = () => [...document.querySelectorAll('input, textarea, select, button')];
const form = () => document.querySelector('form');
const send = () => screen.getByRole('button', { name: 'Send' });

test('disables all fields and buttons while sending, says so and keeps the focus [D1-240]', async () => {
  const answer = held();
  render(<MessageForm send={() => answer.promise} />);
  expect(controls().map(isDisabled)).toEqual(Array(6).fill(false));
  await userEvent.click(send());
  const button = await screen.findByRole('button', { name: 'Sending…' });
  expect(controls().map(isDisabled)).toEqual(Array(6).fill(true));
  expect(button.getAttribute('aria-busy')).toBe('true');
  expect(document.activeElement).toBe(form());
  answer.resolve();
  await waitFor(() => expect(controls().map(isDisabled)).toEqual(Array(6).fill(false)));
  expect(document.activeElement).toBe(send());
});

test('returns the focus after an instant answer too', async () => {
  const answer = held();
  render(<MessageForm send={() => answer.promise} />);
  // the form takes the focus while sending, before anything is drawn
  form()?.addEventListener('focus', answer.resolve);
  await userEvent.click(send());
  await answer.promise;
  await waitFor(() => expect(document.activeElement).toBe(send()));
});

test('ignores a second submit while the first is pending [D1-240]', async () => {
  const answer = held();
  const sent = vi.fn(() => answer.promise);
  render(<MessageForm send={sent} />);
  form()?.requestSubmit();
  form()?.requestSubmit();
  await screen.findByRole('button', { name: 'Sending…' });
  answer.resolve();
  await waitFor(() => expect(controls().some(isDisabled)).toBe(false));
  expect(sent).toHaveBeenCalledTimes(1);
  form()?.requestSubmit();
  expect(sent).toHaveBeenCalledTimes(2);
});

test('moves the focus to a field that the server rejects, once it is enabled', async () => {
  const answer = held();
  render(<MessageForm send={() => answer.promise} error="Please name it" />);
  await userEvent.click(send());
  await screen.findByRole('button', { name: 'Sending…' });
  answer.resolve();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Subject')));
});

test('can name the place for the focus afterwards', async () => {
  const answer = held();
  render(<MessageForm send={() => answer.promise} after />);
  await userEvent.click(send());
  await screen.findByRole('button', { name: 'Sending…' });
  answer.resolve();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Words')));
});

test('leaves the focus of somebody who moved on', async () => {
  const answer = held();
  render(
    <>
      <MessageForm send={() => answer.promise} />
      <a href="#elsewhere">Elsewhere</a>
    </>,
  );
  await userEvent.click(send());
  await screen.findByRole('button', { name: 'Sending…' });
  const elsewhere = screen.getByRole('link', { name: 'Elsewhere' });
  elsewhere.focus();
  answer.resolve();
  await waitFor(() => expect(controls().some(isDisabled)).toBe(false));
  expect(document.activeElement).toBe(elsewhere);
});

test('disables nothing on a client-side error', async () => {
  const seen: boolean[] = [];
  render(<MessageForm send={async () => seen.push(controls().some(isDisabled))} />);
  const watch = new MutationObserver(() => seen.push(controls().some(isDisabled)));
  watch.observe(document.body, { attributes: true, subtree: true });
  await userEvent.click(send());
  await new Promise((resolve) => setTimeout(resolve));
  watch.disconnect();
  expect(seen.length).toBeGreaterThan(0);
  expect(seen).not.toContain(true);
});
