// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { freshBrowser, open, SUPPORT, serve } from '#tests/support/browser.tsx';
import { TOPICS } from '#web/help/questions.ts';
import { SECTIONS } from '#web/help/terms.ts';

freshBrowser();

beforeEach(() => {
  serve({});
});

const questions = TOPICS.flatMap((topic) => topic.questions);
const answerOf = (id: string) => questions.find((question) => question.id === id)?.answer.join(' ') ?? '';

test('has a question for every topic of the specification [D2-113] [D2-116] [D2-117] [D2-119] [D2-120] [D2-121] [D2-123]', () => {
  expect(questions.map(({ id }) => id).sort()).toEqual(
    [
      'become-a-seller',
      'escrow-fee',
      'shipping-deadlines',
      'currency',
      'shipping-costs',
      'buying',
      // added to the specified ones, because prices can be negotiated
      'price-offers',
      'returns',
      'ready-for-payout',
      'disputes',
      '3d-printed',
      'counterfeits',
      'vat',
      'account-deletion',
      'bank',
      'payment-methods',
      // added, because these rules can cost a seller money
      'sellers-money',
      'listing-statuses',
      'escrow',
    ].sort(),
  );
});

test('gives the decided figures in the answers [D2-114] [D2-115] [D2-118] [D2-122] [D2-384]', () => {
  expect(answerOf('escrow-fee')).toContain('5% of the item price plus €0.75');
  expect(answerOf('shipping-deadlines')).toContain('4 days (96 hours)');
  expect(answerOf('ready-for-payout')).toContain('REFUND_BUYER');
  expect(answerOf('account-deletion')).toMatch(/erased after 30 days, and until then you can call it off/);
  expect(answerOf('escrow')).toContain('12 days');
  const everything = JSON.stringify([TOPICS, SECTIONS]);
  expect(everything).not.toMatch(/\b20 days/);
});

test('answers each topic [D2-113] [D2-116] [D2-117] [D2-119] [D2-120] [D2-121] [D2-123] [D2-152] [D2-400]', () => {
  expect(answerOf('become-a-seller')).toMatch(/Become a Seller\. Accept the seller terms .* add your bank details/);
  expect(answerOf('currency')).toContain('priced in euros, and sellers are paid in euros');
  expect(answerOf('shipping-costs')).toMatch(/never more than €100.*€5 within the country and €15 across Europe/);
  expect(answerOf('shipping-costs')).toContain('the rest of the EU, the UK, Switzerland and Norway');
  expect(answerOf('buying')).toMatch(/yours for 30 minutes.*held in escrow/);
  expect(answerOf('returns')).toMatch(/2 days to answer.*within 5 business days.*when the seller confirms receipt/);
  expect(answerOf('disputes')).toMatch(/3 days to answer.*a full refund, a part of it, or the release to the seller/);
  expect(answerOf('3d-printed')).toMatch(/under the franchise “Unofficial 3D Printed Miniatures” and nowhere else/);
  expect(answerOf('3d-printed')).toMatch(/in title and description .* the material, who printed it/);
  expect(answerOf('counterfeits')).toContain('not allowed');
  expect(answerOf('vat')).toContain('import VAT');
  expect(answerOf('bank')).toMatch(/an IBAN, held in your own name/i);
  for (const method of ['Cards', 'iDEAL', 'Bancontact', 'PayPal', 'SEPA', 'Pay by Bank', 'bank transfers'])
    expect(answerOf('payment-methods')).toContain(method);
  for (const status of ['Active', 'Sold', 'Shipped', 'Completed', 'Archived', 'Disputed'])
    expect(answerOf('listing-statuses')).toContain(`${status}: `);
});

test('opens and closes a question, and opens the one named in the URL [D2-112]', async () => {
  open('/faq#returns');
  const asked = (await screen.findByText('Can I send an item back?')).closest('details');
  expect(asked?.open).toBe(true);
  const other = screen.getByText('What is the escrow fee?').closest('details');
  expect(other?.open).toBe(false);
  // a summary is the browser’s own button, with Enter, Space and its state for screen readers
  const summary = other?.querySelector('summary') as HTMLElement;
  for (const open of [true, false]) {
    await userEvent.click(summary);
    expect(other?.open).toBe(open);
  }
});

test('links to the rules', async () => {
  open('/faq');
  const link = await within(await screen.findByRole('main')).findByRole('link', { name: 'How a sale runs' });
  expect(link.getAttribute('href')).toBe('/how-a-sale-runs');
});

test('shows the support address as a mail link [D1-015]', async () => {
  open('/faq');
  const link = await screen.findByRole('link', { name: SUPPORT });
  expect(link.getAttribute('href')).toBe(`mailto:${SUPPORT}`);
});

test('shows the terms with 21 numbered sections, contents and date [D2-024] [D2-025] [D2-026]', async () => {
  open('/terms');
  expect(await screen.findByText('Last updated: May 7, 2025')).toBeTruthy();
  const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent ?? '');
  expect(headings.map((heading) => Number.parseInt(heading, 10))).toEqual(
    Array.from({ length: 21 }, (_, index) => index + 1),
  );
  const contents = within(screen.getByRole('navigation', { name: 'Contents' })).getAllByRole('link');
  expect(contents.map((link) => document.querySelector(link.getAttribute('href') ?? ''))).not.toContain(null);
  expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull();
});

test('states the required terms [D1-349] [D2-154] [D2-241] [D2-242] [D2-371] [D2-397] [D2-398] [D2-399] [D2-400]', () => {
  const text = SECTIONS.flatMap(({ paragraphs }) => paragraphs).join(' ');
  expect(text).toContain('Platform staff and administrators');
  expect(text).toContain('18 or older');
  expect(text).toContain('one account');
  expect(text).toContain('username, email, password (as a hash only), country and shipping address');
  expect(text).toContain('5% of the item price plus €0.75');
  expect(text).toContain('within 6 weeks');
  expect(text).toContain('AES-256');
  expect(text).toContain('exchange rate at the time of the payout');
  for (const method of ['card', 'iDEAL', 'Bancontact', 'PayPal', 'SEPA', 'Pay by Bank', 'bank transfer']) {
    expect(text).toContain(method);
  }
});

const paragraphsOf = (id: string) => SECTIONS.find((section) => section.id === id)?.paragraphs.join(' ') ?? '';

test('states the terms for listings, payment, ratings and shipping [D2-243] [D2-244] [D2-245] [D2-246] [D2-247] [D2-248]', () => {
  expect(paragraphsOf('listings')).toMatch(/in euros only.*shows photos of the very item and describes it accurately/);
  const printed = paragraphsOf('printed');
  expect(printed).toContain('labelled as printed in the title and in the description');
  expect(printed).toContain('the material, who printed them, and what assembly or painting they need');
  expect(printed).toMatch(/No trademark may be named, and no print may be offered as a “proxy” or “replacement”/);
  expect(paragraphsOf('counterfeits')).toMatch(/counterfeit/i);
  const everything = SECTIONS.flatMap(({ paragraphs }) => paragraphs).join(' ');
  expect(everything).toContain('an account with an IBAN, held in your own name');
  expect(paragraphsOf('shipping')).toContain('within the European Union and the United Kingdom');
  expect(paragraphsOf('ratings')).toContain('from 1 to 5');
});

test('states claims after a release, with their deadlines, in answers and terms [D2-119] [D2-387]', () => {
  for (const text of [answerOf('disputes'), paragraphsOf('disputes')]) {
    expect(text).toMatch(/After a release .* until the payout has begun, within 7 days/);
    expect(text).toMatch(
      /the money is then in escrow again\. Later, until 30 days after the payout, .* a late claim.*staff, who hear (you )?both/,
    );
    expect(text).toMatch(/It .*does not hold back the payout\. After that, write to our support\./);
  }
});

test('ends a sale only after the 96 hours, not after the suggested days to ship [D2-382]', () => {
  expect(answerOf('shipping-deadlines')).toMatch(/Most parcels leave within 3 business days/);
  expect(answerOf('shipping-deadlines')).toMatch(/within 4 days \(96 hours\) of the payment/);
});

test('names the fee on the about page and links to register and home [D2-124] [D2-372]', async () => {
  open('/about');
  const page = within(await screen.findByRole('main'));
  expect(page.getByText(/5% of the item price plus €0\.75/)).toBeTruthy();
  expect(page.getByRole('link', { name: 'Register' }).getAttribute('href')).toBe('/register');
  expect(page.getByRole('link', { name: 'See the latest offerings' }).getAttribute('href')).toBe('/');
});

test('names planned features on the about page without offering them [D1-016] [D2-016]', async () => {
  open('/about');
  const planned = await screen.findByText(/^Planned for later, and not here yet:/);
  const things = ['wishlist', 'languages', 'mobile app', 'PayPal', 'currencies', 'game systems', 'analytics'];
  for (const thing of things) expect(planned.textContent).toContain(thing);
  const offered = new RegExp(things.join('|'), 'i');
  const controls = [...screen.queryAllByRole('link'), ...screen.queryAllByRole('button')];
  expect(controls.filter(({ textContent }) => offered.test(textContent ?? ''))).toEqual([]);
});
