import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ConversationList } from '#application/contract/conversations.ts';
import { succeeded } from '#infrastructure/demo/client.ts';
import { ADDRESS, sales } from '../http/sale.ts';
import { checkScreen, keepPicture, NARROW, useBrowser, WIDE } from '../support/browser.ts';
import { builtLoader } from '../support/builtParts.ts';
import { eventually, LISTING, type Member, photo, useMarketplace } from '../support/marketplace.ts';
import { openReleases } from '../support/releases.ts';
import { PASSWORD, visitors } from './people.ts';

const SAID =
  'A new version is available. Reload the page to continue. Drafts are saved; passwords and bank details are not.';

const releases = openReleases();
const market = useMarketplace({ webFolder: releases.folder });
const open = useBrowser();
const { enter } = visitors(market, open);
const { bought, paid, shipped } = sales(market);

let seller: Member;
let buyer: Member;
let clerk: Member;

beforeAll(async () => {
  await Promise.all([releases.build('first'), releases.build('second')]);
});
/** Every page signs in, and an account keeps only its 20 latest sessions, so each group of tests has people of its own. */
const newPeople = async (group: string) => {
  seller = await market().seller(`kessler_${group}`);
  buyer = await market().member(`marta_${group}`);
  clerk = await market().staff(`ida_${group}`);
};
afterAll(() => releases.close());
beforeEach(() => releases.serve('first'));

type Form = {
  /** Undefined: a visitor. */
  who?: Member;
  address: string;
  write: (page: Page) => Promise<unknown>;
  /** Requests code that is not loaded yet; by default another part of the page. */
  asks?: (page: Page) => Promise<void>;
  /** Everything typed and chosen is restored. */
  isThere: (page: Page) => Promise<unknown>;
  send?: (page: Page) => Promise<unknown>;
  /** The server has received it, whatever the page shows. */
  arrived?: (page: Page) => Promise<unknown>;
};

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).first();
const press = (name: string | RegExp) => (page: Page) => button(page, name).click();
const inDialog = (name: string | RegExp) => (page: Page) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
const field = (page: Page, label: string | RegExp) => page.getByLabel(label, { exact: true }).first();
const holds = (page: Page, label: string | RegExp, value: string) =>
  expect.poll(() => field(page, label).inputValue()).toBe(value);
const isShown = (page: Page, button: string | RegExp) => page.getByRole('button', { name: button }).first().waitFor();
const attach = async (page: Page, name: string) =>
  page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name, mimeType: 'image/jpeg', buffer: await photo() });
const bell = press(/^Notifications/);

/** Any small part of the page may request code at any time: here code of the old build, which is gone. */
const anotherPart = (page: Page): Promise<unknown> => {
  const { file, name } = builtLoader(releases.builtAt('first'));
  // as a string, because the compiler would replace import() here
  return page.evaluate(
    `import('/${file}').then(({ ${name}: load }) => load(() => import('/gone.js'), ['assets/gone.js']).catch(() => 0))`,
  );
};

const contains = (ask: () => Promise<{ body: unknown }>, text: string) =>
  eventually(async () => JSON.stringify((await ask()).body).includes(text));

/** A message with this text and a photo has arrived. */
const messageCame = (text: string) =>
  eventually(async () => {
    const { conversations }: ConversationList = (await seller.get('messages/conversations')).body;
    return conversations.some(({ lastMessage }) => lastMessage?.content === text && lastMessage.hasImage);
  });

const disputed = async (): Promise<string> => {
  const { id } = await shipped(buyer, seller);
  const claim = { category: 'DAMAGED', claim: 20, text: 'The wing is broken.' };
  succeeded(await buyer.post(`transaction/${id}/dispute`, claim), 'dispute');
  return id;
};

/** `word`: unique for each run, to recognise what was sent. */
const FORMS: Record<string, (word: string) => Form | Promise<Form>> = {
  'a listing that is being written, with its photo,': (word) => ({
    who: seller,
    address: '/listings/create',
    write: async (page) => {
      await field(page, 'Title').fill(word);
      await field(page, 'Franchise').selectOption({ label: 'Dungeons & Dragons' });
      await field(page, 'Main faction').selectOption('Dragons');
      await field(page, 'Condition').selectOption('Painted');
      await field(page, 'Paint quality').selectOption('High Tabletop');
      await field(page, 'Price (€)').fill('148,50');
      await field(page, 'Description').fill(`${word} has cream wings.`);
      await attach(page, 'dragon.jpg');
      await page.getByRole('img', { name: 'photo 1: dragon.jpg' }).waitFor();
    },
    asks: press('Crop photo 1'),
    isThere: async (page) => {
      await holds(page, 'Title', word);
      await holds(page, 'Condition', 'Painted');
      await holds(page, 'Description', `${word} has cream wings.`);
      await page.getByRole('img', { name: 'photo 1: dragon.jpg' }).waitFor();
    },
    send: press('Create Listing'),
    arrived: async () => {
      type Mine = { title: string; images: { width: number; height: number }[] };
      const mine = async () =>
        ((await seller.get('listings/user')).body as Mine[]).filter(({ title }) => title === word);
      const [listing, ...others] = await eventually(async () => {
        const found = await mine();
        return found.length > 0 && found;
      });
      expect(others).toEqual([]);
      const { condition, paintQuality, mainFaction } = LISTING;
      const description = `${word} has cream wings.`;
      expect(listing).toMatchObject({ description, price: 148.5, condition, paintQuality, mainFaction });
      expect(listing?.images).toHaveLength(1);
      expect(listing?.images[0]).toMatchObject({ width: 64, height: 48 });
    },
  }),
  'a listing that is being changed, with a new photo,': async (word) => {
    const { _id: id } = await market().publish(seller);
    return {
      who: seller,
      address: `/listings/${id}/edit`,
      write: async (page) => {
        await field(page, 'Title').fill(word);
        await attach(page, 'wing.jpg');
        await page.getByRole('img', { name: 'photo 2: wing.jpg' }).waitFor();
      },
      asks: press('Archive Listing'),
      isThere: async (page) => {
        await holds(page, 'Title', word);
        await page.getByRole('img', { name: 'photo 2: wing.jpg' }).waitFor();
      },
      send: press(/^Save/),
      arrived: () =>
        eventually(async () => {
          const { title, images } = (await seller.get(`listings/${id}`)).body;
          return title === word && images.length === 2;
        }),
    };
  },
  'a question to support': (word) => ({
    who: buyer,
    address: '/faq-contact',
    write: (page) => field(page, 'Message').fill(word),
    asks: bell,
    isThere: (page) => holds(page, 'Message', word),
    send: press('Send message'),
    arrived: () => market().mail(market().config.supportEmail, new RegExp(word)),
  }),
  'the address in the settings': (word) => ({
    who: buyer,
    address: '/settings?tab=shipping',
    write: async (page) => {
      await field(page, 'Full name').fill('Marta Vidal');
      await field(page, 'Street address').fill('Oudegracht 214');
      await field(page, 'Postal code').fill('3511 NR');
      await field(page, 'City').fill(word);
    },
    asks: bell,
    isThere: (page) => holds(page, 'City', word),
    send: press('Save address'),
    arrived: () => contains(() => buyer.get('user/profile'), word),
  }),
  'the profile': (word) => ({
    who: buyer,
    address: '/settings',
    write: (page) => field(page, /^Full name/).fill(word),
    asks: bell,
    isThere: (page) => holds(page, /^Full name/, word),
    send: press('Save profile'),
    arrived: () => contains(() => buyer.get('user/profile'), word),
  }),
  'a new e-mail address': (word) => ({
    who: buyer,
    address: '/settings',
    write: (page) => field(page, 'New e-mail address').fill(`${word}@example.com`),
    asks: bell,
    isThere: (page) => holds(page, 'New e-mail address', `${word}@example.com`),
  }),
  'a message with its photo': async (word) => {
    const { _id: listing } = await market().publish(seller);
    const form = new FormData();
    for (const [name, value] of Object.entries({ recipientId: seller.id, listingId: listing, content: 'Hello' }))
      form.set(name, value);
    const { conversationId } = succeeded(await buyer.call('POST', 'messages/send', { form }), 'message');
    return {
      who: buyer,
      address: `/messages/conversation/${conversationId}`,
      write: async (page) => {
        await field(page, 'Message').fill(word);
        await attach(page, 'crack.jpg');
        await isShown(page, 'Remove image crack.jpg');
      },
      asks: bell,
      isThere: async (page) => {
        await holds(page, 'Message', word);
        await isShown(page, 'Remove image crack.jpg');
      },
      send: press('Send'),
      arrived: () => messageCame(word),
    };
  },
  'a first message from a listing, with its photo': async (word) => {
    const { _id: listing } = await market().publish(seller);
    return {
      who: buyer,
      address: `/listings/${listing}`,
      write: async (page) => {
        await press('Contact Seller')(page);
        await page.getByRole('dialog').getByLabel('Message').fill(word);
        await attach(page, 'crack.jpg');
        await isShown(page, 'Remove image crack.jpg');
      },
      isThere: async (page) => {
        await expect.poll(() => page.getByRole('dialog').getByLabel('Message').inputValue()).toBe(word);
        await isShown(page, 'Remove image crack.jpg');
      },
      send: inDialog('Send'),
      arrived: () => messageCame(word),
    };
  },
  'a dispute with its photo': async (word) => {
    const { id } = await shipped(buyer, seller);
    return {
      who: buyer,
      address: `/transactions/${id}`,
      write: async (page) => {
        await press('Open a dispute')(page);
        await field(page, 'What is wrong?').selectOption('It arrived damaged');
        await field(page, 'Another amount').check();
        await field(page, 'Amount in euros').fill('20');
        await field(page, 'Tell us more').fill(word);
        await attach(page, 'wing.jpg');
        await isShown(page, 'Remove photo 1');
      },
      isThere: async (page) => {
        await holds(page, 'Tell us more', word);
        await holds(page, 'Amount in euros', '20');
        await isShown(page, 'Remove photo 1');
      },
      send: inDialog('Open a dispute'),
      arrived: async () => {
        await contains(() => seller.get(`transaction/${id}`), word);
        expect((await seller.get(`transaction/${id}`)).body.dispute.opening.evidence).toHaveLength(1);
      },
    };
  },
  'a request for a return': async (word) => {
    const { id } = await shipped(buyer, seller);
    return {
      who: buyer,
      address: `/transactions/${id}`,
      write: async (page) => {
        await press('Request a return')(page);
        await field(page, 'Why do you want to return it?').fill(word);
      },
      isThere: (page) => holds(page, 'Why do you want to return it?', word),
      send: inDialog('Request a return'),
      arrived: () => contains(() => seller.get(`transaction/${id}`), word),
    };
  },
  'an offer to settle': async () => {
    const id = await disputed();
    return {
      who: seller,
      address: `/transactions/${id}`,
      write: async (page) => {
        await press('Offer an amount')(page);
        await field(page, 'Another amount').check();
        await field(page, 'Amount in euros').fill('7,50');
      },
      isThere: (page) => holds(page, 'Amount in euros', '7,50'),
      send: inDialog('Offer an amount'),
      arrived: () => eventually(async () => (await buyer.get(`transaction/${id}`)).body.dispute.offer?.toBuyer === 7.5),
    };
  },
  'the tracking code of a parcel': async (word) => {
    const { id } = await paid(buyer, seller);
    return {
      who: seller,
      address: `/transactions/${id}`,
      write: async (page) => {
        await press('Confirm shipment')(page);
        await field(page, /^Tracking code/).fill(word);
      },
      isThere: (page) => holds(page, /^Tracking code/, word),
      send: inDialog('Confirm shipment'),
      arrived: () => contains(() => buyer.get(`transaction/${id}`), word),
    };
  },
  'a review': async (word) => {
    const { id } = await shipped(buyer, seller);
    succeeded(await buyer.post(`transaction/${id}/confirm-delivery`), 'arrival');
    return {
      who: buyer,
      address: `/transactions/${id}`,
      write: async (page) => {
        await press('Rate seller')(page);
        await page.getByRole('radio', { name: '4 stars' }).check({ force: true });
        await field(page, /^In your words/).fill(word);
      },
      isThere: async (page) => {
        await holds(page, /^In your words/, word);
        await expect.poll(() => page.getByRole('radio', { name: '4 stars' }).isChecked()).toBe(true);
      },
      send: inDialog('Submit rating'),
      arrived: () => contains(() => market().client().get(`sellers/${seller.id}/reviews`), word),
    };
  },
  'a report of a listing': async (word) => {
    const { _id: listing } = await market().publish(seller);
    return {
      who: buyer,
      address: `/listings/${listing}`,
      write: async (page) => {
        await press('Report this listing')(page);
        await field(page, 'What is wrong?').selectOption('counterfeit');
        await field(page, 'How do you know?').fill(`${word}: its mould line is that of a recast.`);
      },
      isThere: async (page) => {
        await press('Report this listing')(page);
        await holds(page, 'What is wrong?', 'counterfeit');
        await holds(page, 'How do you know?', `${word}: its mould line is that of a recast.`);
      },
    };
  },
  'an offer of another price': async () => {
    const { _id: listing } = await market().publish(seller);
    return {
      who: buyer,
      address: `/listings/${listing}`,
      write: async (page) => {
        await press('Make an offer')(page);
        await field(page, 'Your offer').fill('40,50');
      },
      isThere: async (page) => {
        await press('Make an offer')(page);
        await holds(page, 'Your offer', '40,50');
      },
      send: inDialog('Send offer'),
      arrived: () => contains(() => buyer.get('user/price-proposals/all'), listing),
    };
  },
  'the address of a purchase': async () => {
    const { id, listing } = await bought(buyer, seller);
    return {
      who: buyer,
      address: `/listings/${listing}?buy=1&transaction=${id}`,
      write: async (page) => {
        await field(page, 'Full name').fill(ADDRESS.fullName);
        await field(page, 'Street address').fill(ADDRESS.streetAddress1);
        await field(page, 'Postal code').fill(ADDRESS.postalCode);
        await field(page, 'City').fill('Delft');
        await field(page, 'Country').selectOption(ADDRESS.country);
      },
      isThere: async (page) => {
        await holds(page, 'Full name', ADDRESS.fullName);
        await holds(page, 'City', 'Delft');
      },
      send: inDialog('Continue to payment'),
      arrived: () => contains(() => buyer.get(`transaction/${id}`), 'Delft'),
    };
  },
  'a decision of staff': async (word) => {
    const id = await disputed();
    succeeded(await seller.post(`transaction/${id}/dispute/contest`, { text: 'It was whole.' }), 'the answer');
    await market().settle();
    return {
      who: clerk,
      address: `/staff/cases/${id}`,
      write: async (page) => {
        await page.getByRole('radio', { name: 'Refund a part' }).check({ force: true });
        await field(page, /^Refund amount/).fill('15');
        await field(page, /^Rationale/).fill(word);
      },
      asks: bell,
      isThere: async (page) => {
        await holds(page, /^Refund amount/, '15');
        await holds(page, /^Rationale/, word);
      },
      send: async (page) => {
        await press('Decide case')(page);
        await page.getByRole('alertdialog').getByRole('button', { name: 'Decide', exact: true }).click();
      },
      arrived: () => contains(() => buyer.get(`transaction/${id}`), word),
    };
  },
  'a registration, but for its password,': (word) => {
    const password = (page: Page) => field(page, 'Password').fill(PASSWORD);
    return {
      address: '/register',
      write: async (page) => {
        await field(page, 'Username').fill(word);
        await field(page, 'Email').fill(`${word}@example.com`);
        await field(page, 'Country').selectOption('Spain');
        await page.getByRole('checkbox').check();
        await password(page);
      },
      isThere: async (page) => {
        await holds(page, 'Username', word);
        await holds(page, 'Email', `${word}@example.com`);
        await holds(page, 'Country', 'Spain');
        expect(await page.getByRole('checkbox').isChecked()).toBe(true);
        await holds(page, 'Password', '');
        await password(page);
      },
      send: press('Join the Sacred Archives'),
      arrived: () => market().mail(`${word}@example.com`, /verify-email/),
    };
  },
  'the address of a sign-in': () => {
    return {
      address: '/login',
      write: async (page) => {
        await field(page, 'Email').fill(buyer.email);
        await field(page, 'Password').fill(buyer.password);
      },
      isThere: async (page) => {
        await holds(page, 'Email', buyer.email);
        await holds(page, 'Password', '');
        await field(page, 'Password').fill(buyer.password);
      },
      send: press('Access System'),
      arrived: (page) => page.waitForFunction(() => localStorage.getItem('token') !== null),
    };
  },
  'a password that is forgotten': () => ({
    address: '/forgot-password',
    write: (page) => field(page, 'Email').fill(buyer.email),
    isThere: (page) => holds(page, 'Email', buyer.email),
    send: press('Send Recovery Signal'),
    arrived: () => market().mail(buyer.email, /reset-password/),
  }),
};

const NAMES = Object.keys(FORMS);
const SENT = NAMES.filter((name) => !/new e-mail address|report/.test(name));

const formCalled = async (name: string, run: string): Promise<Form> =>
  (FORMS[name] as (typeof FORMS)[string])(`w${run}${NAMES.indexOf(name)}ord`);

/** A page of the first release with the form filled in. */
const written = async ({ who, address, write }: Form): Promise<Page> => {
  const page = who ? await enter(who, address) : (await open(market().marketplace.publicUrl)).page;
  if (!who) await page.goto(address);
  await write(page);
  return page;
};
const releaseOf = (page: Page) => page.evaluate(() => (window as { release?: string }).release);
const saysIt = (page: Page) => page.getByText(SAID).waitFor();
const reload = async (page: Page) => {
  await page.getByRole('button', { name: 'Reload', exact: true }).click();
  await eventually(async () => (await releaseOf(page)) === 'second');
};

describe('a page of the previous release, after its reload', () => {
  beforeAll(() => newPeople('a'));
  test.each(NAMES)('keeps %s and sends it', async (name) => {
    const form = await formCalled(name, 'a');
    const page = await written(form);
    expect(await releaseOf(page)).toBe('first');
    releases.serve('second');
    await (form.asks ?? anotherPart)(page);
    await saysIt(page);
    for (const width of [768, NARROW.width, WIDE.width]) {
      await page.setViewportSize({ width, height: 900 });
      await keepPicture(page, `new-version-${NAMES.indexOf(name)}`, width);
    }
    await reload(page);
    await form.isThere(page);
    await form.send?.(page);
    await form.arrived?.(page);
  });
});

describe('a page of the previous release', () => {
  beforeAll(() => newPeople('b'));

  test.each(SENT)('sends %s without a reload', async (name) => {
    const form = await formCalled(name, 'b');
    const page = await written(form);
    releases.serve('second');
    await form.send?.(page);
    await form.arrived?.(page);
  });

  test('sends bank details without a reload', async () => {
    const newcomer = await market().member('ruiz_a');
    succeeded(await newcomer.post('seller/register'), 'seller terms');
    const page = await enter(newcomer, '/settings?tab=seller');
    await field(page, 'Account holder').waitFor();
    releases.serve('second');
    await field(page, 'Account holder').fill('Alba Ruiz');
    await field(page, 'IBAN').fill('es91 2100 0418 4502 0005 1332');
    await field(page, 'Bank name').fill('Banco de Ejemplo');
    await press('Save bank details')(page);
    await eventually(async () => (await newcomer.get('seller/status')).body.bankAccount.verified === true);
  });

  test('shows a reload page when a link needs the new release', async () => {
    const page = await enter(buyer, '/dashboard');
    await page.getByRole('heading', { level: 1 }).waitFor();
    releases.serve('second');
    await page.getByRole('link', { name: 'Messages' }).first().click();
    await page.getByRole('heading', { name: 'A new version is available' }).first().waitFor();
    await checkScreen(page, 'new-version');
    await page.getByRole('main').getByRole('button', { name: 'Reload' }).click();
    await page.getByRole('heading', { level: 1, name: 'Transmission Archives' }).waitFor();
    expect(await releaseOf(page)).toBe('second');
  });
});
