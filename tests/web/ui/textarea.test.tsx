// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useForm } from 'react-hook-form';
import { afterEach, expect, test, vi } from 'vitest';
import { Form } from '#web/ui/Form.tsx';
import { Textarea } from '#web/ui/Textarea.tsx';

afterEach(cleanup);

const LIMIT = 1_000;

const Note = ({ onSend }: { onSend: (text: string) => void }) => {
  const { register, handleSubmit, setValue, watch } = useForm({ defaultValues: { text: '' } });
  watch();
  return (
    <Form onSubmit={handleSubmit(({ text }) => onSend(text))}>
      <Textarea label="Note" hint="For staff" maxLength={LIMIT} {...register('text')} />
      <button type="button" onClick={() => setValue('text', 'x'.repeat(LIMIT + 1))}>
        Insert text
      </button>
      <button type="submit">Send</button>
    </Form>
  );
};
const open = () => {
  const onSend = vi.fn();
  render(<Note onSend={onSend} />);
  return { onSend, field: screen.getByLabelText<HTMLTextAreaElement>('Note') };
};
const type = (field: HTMLTextAreaElement, length: number) =>
  fireEvent.input(field, { target: { value: 'x'.repeat(length) } });
const send = () => userEvent.click(screen.getByRole('button', { name: 'Send' }));
const described = (field: HTMLElement) =>
  field
    .getAttribute('aria-describedby')!
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join(' ');

test('counts the characters left near the end only', async () => {
  const { field } = open();
  type(field, 899);
  expect(described(field)).toBe('For staff ');
  type(field, 999);
  await waitFor(() => expect(described(field)).toBe('For staff Characters left: 1'));
});

test('keeps a pasted text that is too long, names the limit, and is not sent', async () => {
  const { field, onSend } = open();
  type(field, 1_120);
  expect(field.value).toHaveLength(1_120);
  expect((await screen.findByRole('alert')).textContent).toBe('Please shorten this text to 1,000 characters');
  expect(described(field)).toContain('Characters left: -120');
  expect(field.getAttribute('aria-invalid')).toBe('true');
  await send();
  expect(onSend).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(field);
  type(field, LIMIT);
  expect(screen.queryByRole('alert')).toBeNull();
  await send();
  expect(onSend).toHaveBeenCalledWith('x'.repeat(LIMIT));
});

test('says at the field that an inserted text is too long', async () => {
  const { field } = open();
  await userEvent.click(screen.getByRole('button', { name: 'Insert text' }));
  expect((await screen.findByRole('alert')).textContent).toContain('1,000 characters');
  expect(described(field)).toContain('Characters left: -1');
});
