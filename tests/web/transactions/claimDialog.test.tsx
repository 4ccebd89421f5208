// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import type { TransactionDetail } from '#application/contract/transactions.ts';
import { freshBrowser, json, MEMBER_REPLIES, open, type Sent, serve, signedIn, to } from '#tests/support/browser.tsx';
import { uploadByFetch } from '#tests/support/uploads.ts';
import { aDispute, aSale } from './aSale.ts';

freshBrowser();
beforeEach(uploadByFetch);

const ID = aSale()._id;
const show = (changes: Partial<TransactionDetail>, replies: Record<string, unknown> = {}) => {
  signedIn();
  const sale = aSale(changes);
  const sent = serve({ ...MEMBER_REPLIES, [`GET transaction/${ID}`]: sale, ...replies });
  open(`/transactions/${ID}`);
  return { sent, sale };
};
const dialogOf = async (name: string) => {
  await userEvent.click(await screen.findByRole('button', { name }));
  return within(await screen.findByRole('dialog', { name }));
};
const photo = () => new File(['pixels'], 'wing.jpg', { type: 'image/jpeg' });
const posts = (sent: Sent[], path: string) => to(sent, `transaction/${ID}/${path}`);

test('photos go first, and the dispute names them; a second try does not send them again', async () => {
  const answers = [json({ message: 'The archives are busy' }, 503), { success: true, message: 'Dispute opened' }];
  const { sent } = show(
    { allowed: ['OpenDispute'] },
    {
      [`POST transaction/${ID}/evidence`]: { success: true, message: 'Photos uploaded', keys: ['k1'] },
      [`POST transaction/${ID}/dispute`]: () => answers.shift(),
    },
  );
  const dialog = await dialogOf('Open a dispute');
  await userEvent.selectOptions(dialog.getByLabelText('What is wrong?'), 'It arrived damaged');
  await userEvent.type(dialog.getByLabelText('Tell us more'), 'The wing is off');
  await userEvent.upload(dialog.getByLabelText('Photos'), photo());
  await userEvent.click(dialog.getByRole('button', { name: 'Open a dispute' }));
  expect((await dialog.findByText('The archives are busy')).closest('[role=alert]')).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Open a dispute' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(posts(sent, 'evidence')).toHaveLength(1);
  expect(posts(sent, 'dispute').at(-1)!.body).toEqual({
    category: 'DAMAGED',
    claim: '171.15',
    text: 'The wing is off',
    evidence: ['k1'],
  });
});

test('what is missing is said beside its field, and nothing is sent', async () => {
  const { sent } = show({ allowed: ['OpenDispute'] });
  const dialog = await dialogOf('Open a dispute');
  await userEvent.click(dialog.getByRole('button', { name: 'Open a dispute' }));
  await dialog.findByText('Please select what is wrong');
  await dialog.findByText('Please describe what is wrong');
  expect(posts(sent, 'dispute')).toEqual([]);
});

test('what comes back is rejected with photos only', async () => {
  const { sent } = show({ role: 'seller', allowed: ['RejectReturn'] });
  const dialog = await dialogOf('Reject what came back');
  await userEvent.type(dialog.getByLabelText('What is wrong with it?'), 'An empty box');
  await userEvent.click(dialog.getByRole('button', { name: 'Reject what came back' }));
  await dialog.findByText('Evidence is required');
  expect(posts(sent, 'return/reject')).toEqual([]);
});

test('another sum is checked as it is typed: who gets what, or what is possible', async () => {
  const { sent } = show(
    { role: 'seller', dispute: aDispute(), allowed: ['OfferSettlement'] },
    { [`POST transaction/${ID}/dispute/offer`]: { success: true, message: 'Settlement offered' } },
  );
  const dialog = await dialogOf('Offer an amount');
  await dialog.findByText('€30.00 to the buyer, €133.00 to you, the platform fee of €8.15 is kept.');
  await userEvent.click(dialog.getByLabelText('Another amount'));
  const sum = dialog.getByLabelText('Amount in euros');
  await userEvent.type(sum, '170');
  await userEvent.click(dialog.getByRole('button', { name: 'Offer an amount' }));
  await dialog.findByText('This amount is not possible. Between €0.01 and €163.00, or everything: €171.15.');
  await userEvent.clear(sum);
  await userEvent.type(sum, '42.505');
  await userEvent.click(dialog.getByRole('button', { name: 'Offer an amount' }));
  await dialog.findByText(/^Unclear: for €42,505.00 write 42505/);
  await userEvent.clear(sum);
  await userEvent.type(sum, '42,50');
  await dialog.findByText('€42.50');
  await dialog.findByText('€42.50 to the buyer, €120.50 to you, the platform fee of €8.15 is kept.');
  await userEvent.click(dialog.getByRole('button', { name: 'Offer an amount' }));
  await waitFor(() => expect(posts(sent, 'dispute/offer')[0]?.body).toEqual({ toBuyer: '42.50' }));
});

test('both sides of a dispute are read, with photos that open large and the reasons of the decision', async () => {
  const evidence = [{ url: '/api/photo?signature=x', thumbnailUrl: '/api/small?signature=x' }];
  show({
    status: 'REFUND_BUYER',
    dispute: aDispute({
      state: 'decided',
      opening: { text: 'The left wing is broken off.', evidence },
      answer: { text: 'It left whole.', evidence: [] },
    }),
    decision: { toBuyer: 60, toSeller: 103, fee: 8.15, by: 'staff', rationale: 'The photos show it.' },
  });
  await screen.findByText('The left wing is broken off.');
  screen.getByText('It left whole.');
  screen.getByText('The photos show it.');
  screen.getByText('Decided by our staff:');
  const small = screen.getByRole('button', { name: 'Photos by You, 1 of 1' });
  expect(small.querySelector('img')!.getAttribute('src')).toBe(evidence[0]!.thumbnailUrl);
  await userEvent.click(small);
  const dialog = within(await screen.findByRole('dialog', { name: 'Photos by You' }));
  expect(dialog.getByRole('img').getAttribute('src')).toBe(evidence[0]!.url);
  expect(dialog.getByRole('link', { name: 'Open in a new tab' }).getAttribute('href')).toBe(evidence[0]!.url);
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(small));
});

test('an open dispute beside a finished escrow is said in the head', async () => {
  show({ status: 'ESCROW_COMPLETED', displayStatus: 'ESCROW_COMPLETED', dispute: aDispute() });
  await screen.findByText('Dispute Open');
});
