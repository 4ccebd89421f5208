// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { freshBrowser, MEMBER_REPLIES, open, serve, signedIn } from '#tests/support/browser.tsx';
import { memoryIndexedDb } from '#tests/support/memoryIndexedDb.ts';
import { KEPT_FORMS } from '#web/api/drafts.ts';

freshBrowser();

const message = () => screen.findByLabelText<HTMLTextAreaElement>('Message');

test('restores a half-written support question until it is sent', async () => {
  const browser = memoryIndexedDb();
  vi.stubGlobal('indexedDB', browser);
  const drafts = () => [...(browser.databases.get(KEPT_FORMS)?.values() ?? [])];
  signedIn();
  serve({ ...MEMBER_REPLIES, 'POST support/contact': { message: 'Your message is on its way.' } });
  open('/faq-contact');
  await userEvent.type(await message(), 'Where is my figure?');
  cleanup();
  await waitFor(() => expect(drafts()).toHaveLength(1));
  open('/faq-contact');
  await screen.findByText(/^You have a draft, saved in this browser on/);
  expect((await message()).value).toBe('Where is my figure?');
  await userEvent.click(screen.getByRole('button', { name: 'Send message' }));
  await waitFor(() => expect(screen.getAllByText('Your message is on its way.').length).toBeGreaterThan(0));
  await waitFor(() => expect(drafts()).toEqual([]));
  expect((await message()).value).toBe('');
});
