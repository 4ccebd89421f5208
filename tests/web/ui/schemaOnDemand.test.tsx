// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useForm } from 'react-hook-form';
import { afterEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { Form } from '#web/ui/Form.tsx';
import { Input } from '#web/ui/Input.tsx';
import { schemaOnDemand } from '#web/ui/schemaOnDemand.ts';

afterEach(cleanup);

const schema = z.object({ question: z.string().trim().min(1, 'A question is required') });

const gone = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module: /support.js'));

/** A form whose rules come from `load`; `server` validates what is sent. */
const ask = (load: () => Promise<typeof schema>, server: (sent: { question: string }) => string | undefined) => {
  const rules = schemaOnDemand(load);
  const QuestionForm = () => {
    const { register, handleSubmit, setError, formState } = useForm({
      defaultValues: { question: '' },
      resolver: rules.resolver,
    });
    const send = handleSubmit(async (sent) => {
      const message = server(sent);
      if (message) setError('question', { message });
    });
    return (
      <Form onSubmit={send} onTouch={rules.near}>
        <Input label="Question" error={formState.errors.question?.message} {...register('question')} />
        <button type="submit">Send</button>
      </Form>
    );
  };
  render(<QuestionForm />);
};

const field = () => screen.getByLabelText('Question');
const send = () => userEvent.click(screen.getByRole('button', { name: 'Send' }));

test('loads the rules when the form is first touched', async () => {
  const load = vi.fn(() => Promise.resolve(schema));
  ask(load, () => undefined);
  expect(load).not.toHaveBeenCalled();
  await userEvent.click(field());
  expect(load).toHaveBeenCalled();
});

test('validates with its rules and sends the parsed values', async () => {
  const server = vi.fn(() => undefined);
  ask(() => Promise.resolve(schema), server);
  await send();
  expect(await screen.findByText('A question is required')).toBeTruthy();
  expect(server).not.toHaveBeenCalled();
  await userEvent.type(field(), ' Is it safe? ');
  await send();
  await vi.waitFor(() => expect(server).toHaveBeenCalledWith({ question: 'Is it safe?' }));
});

test('sends the form unchecked without its rules and shows the server’s answer', async () => {
  const server = vi.fn(({ question }: { question: string }) => (question === '' ? 'Please ask something' : undefined));
  ask(gone, server);
  await send();
  expect(await screen.findByText('Please ask something')).toBeTruthy();
  await userEvent.type(field(), ' Is it safe? ');
  await send();
  await vi.waitFor(() => expect(server).toHaveBeenLastCalledWith({ question: ' Is it safe? ' }));
});

test('loads the rules again after a failure', async () => {
  const server = vi.fn(() => undefined);
  const load = vi.fn(() => Promise.resolve(schema)).mockImplementationOnce(gone);
  ask(load, server);
  await userEvent.click(field());
  expect(load).toHaveBeenCalledTimes(1);
  await send();
  expect(await screen.findByText('A question is required')).toBeTruthy();
  expect(server).not.toHaveBeenCalled();
});

test('uses our own message for a rule without one, not the library’s [D1-469]', async () => {
  ask(
    () => Promise.resolve(z.object({ question: z.string().max(5) })),
    () => undefined,
  );
  await userEvent.type(field(), 'Is it safe?');
  await send();
  expect(await screen.findByText('Question must be at most 5 characters')).toBeTruthy();
});
