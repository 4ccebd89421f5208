// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import {
  aListing,
  aPage,
  freshBrowser,
  MEMBER_REPLIES,
  open,
  type Sent,
  serve,
  signedIn,
  to,
} from '#tests/support/browser.tsx';
import { memoryIndexedDb } from '#tests/support/memoryIndexedDb.ts';
import { uploadByFetch } from '#tests/support/uploads.ts';
import { unanswered } from '#web/api/client.ts';
import { aDispute, aTransaction } from '../transactions/aSale.ts';

/** On a bad connection the first answer is lost, and the user presses again. */
freshBrowser();
beforeEach(uploadByFetch);
beforeEach(() => vi.stubGlobal('indexedDB', memoryIndexedDb()));

const TRANSACTION = aTransaction();
const LOST = unanswered('').message;
const idsOf = (sent: readonly Sent[], path: string) =>
  to(sent, path)
    .filter(({ method }) => method === 'POST')
    .map(({ headers }) => headers.get('X-Command-Id'));

const start = (path: string, command: string, answer: unknown, replies: object = {}) => {
  signedIn();
  let presses = 0;
  const sent = serve({
    ...MEMBER_REPLIES,
    ...replies,
    [`POST ${command}`]: () => {
      if (++presses === 1) throw new TypeError('Failed to fetch');
      return answer;
    },
  });
  open(path);
  return sent;
};

test('sends a support question once, and another one as a new question', async () => {
  const sent = start('/faq-contact', 'support/contact', { message: 'Your message is on its way.' });
  const press = async () => userEvent.click(await screen.findByRole('button', { name: 'Send message' }));
  const write = async () => userEvent.type(await screen.findByLabelText('Message'), 'Where is my figure?');
  await write();
  await press();
  expect((await screen.findAllByText(LOST)).length).toBeGreaterThan(0);
  await press();
  await waitFor(() => expect(screen.getAllByText('Your message is on its way.').length).toBeGreaterThan(0));
  await write();
  await press();
  await waitFor(() => expect(to(sent, 'support/contact')).toHaveLength(3));
  const [first, again, other] = idsOf(sent, 'support/contact');
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(again).toBe(first);
  expect(other).not.toBe(first);
});

test('sends a statement and its photos once, and other words as a new statement', async () => {
  const path = `transaction/${TRANSACTION._id}/dispute/statement`;
  const sent = start(
    `/transactions/${TRANSACTION._id}`,
    path,
    { success: true, message: 'Statement added' },
    {
      [`GET transaction/${TRANSACTION._id}`]: aTransaction({ dispute: aDispute(), allowed: ['GiveStatement'] }),
      [`POST transaction/${TRANSACTION._id}/evidence`]: { success: true, message: 'Photos uploaded', keys: ['k1'] },
    },
  );
  const opened = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Add a statement' }));
    return within(await screen.findByRole('dialog', { name: 'Add a statement' }));
  };
  const dialog = await opened();
  const press = (where = dialog) => userEvent.click(where.getByRole('button', { name: 'Add a statement' }));
  await userEvent.type(dialog.getByRole('textbox'), 'The wing was off');
  await userEvent.upload(dialog.getByLabelText('Photos'), new File(['pixels'], 'wing.jpg', { type: 'image/jpeg' }));
  await press();
  await dialog.findByText(LOST);
  await press();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(idsOf(sent, `transaction/${TRANSACTION._id}/evidence`)).toHaveLength(1);
  const other = await opened();
  await userEvent.type(other.getByRole('textbox'), 'And the tail');
  await press(other);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const [first, again, next] = idsOf(sent, path);
  expect(again).toBe(first);
  expect(next).not.toBe(first);
});

test('saves a search once and shows its name', async () => {
  const answer = { _id: '1'.repeat(32), name: 'knight', already: false };
  const sent = start('/listings?search=knight', 'user/searches', answer, { 'GET listings': aPage([aListing(1)]) });
  const press = async () => userEvent.click(await screen.findByRole('button', { name: 'Save this search' }));
  await press();
  await screen.findAllByText(LOST);
  await press();
  expect(await screen.findByText(/^Saved as “knight”/)).toBeTruthy();
  const ids = idsOf(sent, 'user/searches');
  expect(ids).toEqual([ids[0], ids[0]]);
});
