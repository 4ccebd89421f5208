import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, onTestFailed, test } from 'vitest';
import { succeeded } from '#infrastructure/demo/client.ts';
import { later } from '#tests/support/tier.ts';
import { talks } from '../http/talks.ts';
import { checkScreen, keepPicture, NARROW, useBrowser, WIDE } from '../support/browser.ts';
import { ADDRESS, type Member, photo, useMarketplace } from '../support/marketplace.ts';
import { largeLettersFit } from '../support/screenShape.ts';
import { visitors } from './people.ts';

type Box = { x: number; y: number; width: number; height: number };

const boxOf = async (target: Locator): Promise<Box> => {
  const box = await target.boundingBox();
  if (!box) throw new Error(`${target} has no place on the screen`);
  return box;
};

/** Whether the element is inside the window and not covered. Runs in the page. */
const isInView = (one: Element): boolean => {
  const { left, right, top, bottom } = one.getBoundingClientRect();
  const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  const isInside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
  return isInside && hit !== null && (one.contains(hit) || hit.contains(one));
};
const inView = (target: Locator): Promise<void> =>
  expect.poll(() => target.evaluate(isInView), { message: `${target} is in view` }).toBe(true) as Promise<void>;

const overlap = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

/** px: phones, a tablet and laptop screens. */
const WINDOWS = [
  [360, 740],
  [390, 844],
  [412, 915],
  [430, 932],
  [768, 1024],
  [1279, 900],
  [1280, 720],
  [1366, 768],
] as const;

/** Pauses or resumes the timers of toasts, as in a hidden page. */
const seemsHidden = (page: Page, isHidden: boolean): Promise<void> =>
  page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
    document.dispatchEvent(new Event('visibilitychange'));
  }, isHidden);

const plain = (colour: string): Promise<Buffer> =>
  sharp({ create: { width: 1200, height: 900, channels: 3, background: colour } })
    .png()
    .toBuffer();
/** Red on the left, blue on the right. */
const halves = async (): Promise<Buffer> => {
  const right = await sharp({ create: { width: 600, height: 900, channels: 3, background: '#0000ff' } })
    .png()
    .toBuffer();
  return sharp(await plain('#ff0000'))
    .composite([{ input: right, left: 600, top: 0 }])
    .png()
    .toBuffer();
};
/** The colours at the upper and lower edge of a photo. Runs in the page. */
const coloursOf = async (one: Element) => {
  const image = one as HTMLImageElement;
  await image.decode();
  const { naturalWidth: width, naturalHeight: height } = image;
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const pen = canvas.getContext('2d')!;
  pen.drawImage(image, 0, 0);
  const at = (y: number) => {
    const [red = 0, green = 0, blue = 0] = pen.getImageData(width / 2, y, 1, 1).data;
    if (green > 100) return 'white';
    return red > blue ? 'red' : 'blue';
  };
  return { portrait: height > width, top: at(height * 0.1), bottom: at(height * 0.9) };
};

const SMALLEST = { width: 320, height: 640 };

/** From home to a paid sale with a known address. */
const MOST_PRESSES = 4;
const OFFERINGS = 8;

/** The market on a phone of 360 px by touch, and the same steps on a large screen. */
describe('on a phone', () => {
  const market = useMarketplace();
  const { enter, visit } = visitors(market, useBrowser());
  let [seller, known, stranger] = [] as unknown as [Member, Member, Member];
  let phone: Page;
  let page: Page;
  const listings: string[] = [];

  const dialog = () => page.getByRole('dialog');
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const cards = () =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3, name: /^Figure/ }) });
  const toPay = () => dialog().locator('.checkout-total');

  beforeAll(async () => {
    [seller, known, stranger] = await Promise.all([
      market().seller('ruiz', { country: 'Spain' }),
      market().member('marta_v'),
      market().member('jonas_k'),
    ]);
    const { country: _, ...address } = ADDRESS;
    succeeded(await known.put('user/shipping', address), 'the address');
    for (let number = 1; number <= OFFERINGS; number++) {
      const condition = number % 2 ? 'Painted' : 'Built';
      listings.push((await market().publish(seller, { title: `Figure ${number}`, condition }))._id);
    }
    phone = await enter(known, '/listings', { hasTouch: true, viewport: NARROW });
    page = phone;
  });

  /** Until a scroll event of this size cannot arrive under the next one. */
  const turn = async (size: { width: number; height: number }): Promise<void> => {
    await page.setViewportSize(size);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  };

  let broken = false;
  beforeEach(({ skip }) => {
    skip(broken, 'an earlier step of the journey failed');
    onTestFailed(async () => {
      broken = true;
      await keepPicture(page, 'failed-phone');
    });
  });

  test('offerings appear in two columns of cards, and a tap on the photo opens one', async () => {
    await cards().nth(2).waitFor();
    const [first, second, third] = (await Promise.all([0, 1, 2].map((place) => boxOf(cards().nth(place))))) as [
      Box,
      Box,
      Box,
    ];
    expect(second.y).toBe(first.y);
    expect(second.x).toBeGreaterThanOrEqual(first.x + first.width);
    expect(second.x + second.width).toBeLessThanOrEqual(NARROW.width);
    expect(second.width).toBe(first.width);
    expect(first.width).toBeGreaterThan(NARROW.width * 0.4);
    expect(third.x).toBe(first.x);
    expect(third.y).toBeGreaterThanOrEqual(first.y + first.height);
    await keepPicture(page, 'phone-offerings');

    const photoOfIt = await boxOf(page.getByAltText('Figure 8'));
    await page.touchscreen.tap(photoOfIt.x + photoOfIt.width / 2, photoOfIt.y + photoOfIt.height / 2);
    await page.getByRole('heading', { level: 1, name: 'Figure 8' }).waitFor();
    await page.goBack();
    await cards().first().waitFor();
  });

  test('the filters cover the page, and their button shows the number of results', async () => {
    await button('Filters').tap();
    const show = button(/^Show \d+$/);
    await inView(show);
    expect(await show.textContent()).toBe(`Show ${OFFERINGS}`);
    await page.getByRole('checkbox', { name: /^Painted/ }).tap();
    await expect.poll(() => show.textContent()).toBe(`Show ${OFFERINGS / 2}`);
    await inView(show);
    await checkScreen(page, 'phone-filters');
    await turn(NARROW);
    await show.tap();
    await dialog().waitFor({ state: 'detached' });
    await page.getByText(`${OFFERINGS / 2} offerings`, { exact: true }).waitFor();
    await expect.poll(() => cards().count()).toBe(OFFERINGS / 2);
    await button('Remove filter Painted').tap();
    await page.getByText(`${OFFERINGS} offerings`, { exact: true }).waitFor();
  });

  test('the listing form starts with the camera and checks the photos taken', async () => {
    const desk = await enter(seller, '/listings/create', { hasTouch: true, viewport: NARROW });
    page = desk;
    const camera = button('Take a photo');
    await camera.waitFor();
    await inView(camera);
    const title = await boxOf(page.getByLabel('Title'));
    expect(title.y, 'what it is called comes after the camera').toBeGreaterThan((await boxOf(camera)).y);
    await keepPicture(page, 'phone-listing-form-first-view');
    const [taken, chosen] = [await boxOf(camera), await boxOf(button('Choose photos'))];
    expect(taken.y < chosen.y || taken.x < chosen.x, 'the camera stands before the file').toBe(true);
    const chooser = page.waitForEvent('filechooser');
    await camera.tap();
    const asked = await chooser;
    expect(await asked.element().getAttribute('capture')).toBe('environment');
    await asked.setFiles({ name: 'IMG_0001.jpg', mimeType: 'image/jpeg', buffer: await photo() });
    const shown = page.getByAltText('photo 1: IMG_0001.jpg');
    await shown.waitFor();
    expect((await boxOf(shown)).width).toBeGreaterThan(100);
    await page.getByText('Low resolution: it will look grainy.').waitFor();
    await page.getByLabel('Add photos').setInputFiles([
      { name: 'night.png', mimeType: 'image/png', buffer: await plain('#050505') },
      { name: 'fog.png', mimeType: 'image/png', buffer: await plain('#909090') },
      { name: 'halves.png', mimeType: 'image/png', buffer: await halves() },
    ]);
    const tile = (number: number) =>
      page.getByRole('listitem').filter({ has: page.getByRole('button', { name: `Remove photo ${number}` }) });
    await tile(2).getByText('This is dark. More light would show the paint.').waitFor();
    await tile(3).getByText('This looks blurry.').waitFor();

    await button('Rotate photo 4 to the right').tap();
    const turned = page.getByAltText('photo 4: halves.jpg');
    await turned.waitFor();
    expect(await turned.evaluate(coloursOf)).toEqual({ portrait: true, top: 'red', bottom: 'blue' });
    await checkScreen(page, 'phone-listing-form');
    page = phone;
    const large = await enter(seller, '/listings/create');
    await large.getByRole('button', { name: 'Choose photos' }).waitFor();
    await expect.poll(() => large.locator('.dropzone-camera').count()).toBe(1);
    expect(await large.locator('.dropzone-camera').isVisible(), 'a desk has no camera to point').toBe(false);
  });

  later.test('a toast never covers a dialog’s title, total or buttons, at any window size', async () => {
    for (const who of [known, stranger]) {
      const at = await enter(who, `/listings/${listings[0]}`, { hasTouch: true, viewport: NARROW });
      const within = at.getByRole('dialog');
      await at.getByRole('button', { name: 'Share Figure 1' }).tap();
      const message = at.locator('[data-sonner-toast]').first();
      await message.waitFor();
      await seemsHidden(at, true);
      await at.getByRole('button', { name: 'Buy Now' }).tap();
      const parts = [
        within.getByRole('heading').first(),
        within.locator('.checkout-total'),
        within.getByRole('button', { name: /^(Buy and pay|Continue to shipping)$/ }),
        within.getByRole('button', { name: 'Cancel' }),
      ];
      for (const part of parts) await part.waitFor();
      for (const [width, height] of WINDOWS) {
        await at.setViewportSize({ width, height });
        const covered = async () => {
          const said = await boxOf(message);
          const isSeen = said.x >= 0 && said.y >= 0 && said.x + said.width <= width && said.y + said.height <= height;
          const boxes = await Promise.all(parts.map(boxOf));
          return [
            ...(isSeen ? [] : ['it is not seen']),
            ...parts.filter((_, n) => overlap(said, boxes[n]!)).map(String),
          ];
        };
        await expect.poll(covered, { message: `covered at ${width} × ${height}` }).toEqual([]);
        await keepPicture(at, `message-over-dialog-${height}`);
      }
      await at.close();
    }
  });

  later.test('a buyer without an address sees total and button on each step', async () => {
    page = await enter(stranger, `/listings/${listings[1]}?buy=1`, { hasTouch: true, viewport: NARROW });
    const next = dialog().getByRole('button', { name: 'Continue to shipping' });
    await inView(next);
    await inView(toPay());
    await keepPicture(page, 'phone-purchase-review');
    await next.tap();
    await dialog().getByRole('heading', { name: 'Shipping information' }).waitFor();
    await toPay().waitFor();
    for (const field of ['Full name', 'Street address', 'Postal code', 'City'] as const) {
      await dialog().getByLabel(field, { exact: true }).fill('Somewhere 12');
      await inView(toPay());
      await inView(dialog().getByRole('button', { name: 'Continue to payment' }));
    }
    await keepPicture(page, 'phone-purchase-shipping');
    page = phone;
  });

  test.for([
    ['by a finger at 360 px', NARROW, 2],
    ['by a mouse at 1280 px', WIDE, 3],
  ] as const)('a known address pays in one step, %s', async ([, viewport, place], { annotate }) => {
    page = await enter(known, undefined, { hasTouch: viewport === NARROW, viewport });
    const title = `Figure ${place + 1}`;
    const since = Date.now();
    let presses = 0;
    const press = async (target: Locator) => {
      presses += 1;
      await (viewport === NARROW ? target.tap() : target.click());
    };
    await page.goto('/');
    await press(page.getByRole('link', { name: `Buy ${title}` }));
    const pay = dialog().getByRole('button', { name: 'Buy and pay' });
    await dialog().getByText('To Ada Buyer, Lange Straat 1, 3511 AA Utrecht, Netherlands').waitFor();
    await inView(toPay());
    await inView(pay);
    expect(await toPay().textContent()).toMatch(/^Total €\d+\.\d\d$/);
    await keepPicture(page, 'phone-known-address');
    const total = /€.*/.exec((await toPay().textContent()) ?? '')?.[0] ?? '';
    await press(pay);
    await page.waitForURL('**/simulated-provider/checkout/**');
    await page.getByText(total).first().waitFor();
    await press(button(/Confirm payment/));
    await page.getByText('Payment completed successfully').waitFor();
    await page.waitForURL('**/transactions');
    await page.getByRole('heading', { name: title }).waitFor();
    await page.getByText('Awaiting Shipping').first().waitFor();
    await annotate(`${presses} presses, ${((Date.now() - since) / 1000).toFixed(1)} s from home to a paid sale`);
    expect(presses).toBeLessThanOrEqual(MOST_PRESSES);
    await keepPicture(page, 'phone-paid');
    page = phone;
  });

  later.test('the address can be changed in the same dialog, with total and button in view', async () => {
    await visit(page, `/listings/${listings[4]}?buy=1`);
    await button('Change the shipping address').tap();
    await dialog().getByRole('heading', { name: 'Shipping information' }).waitFor();
    expect(await dialog().getByLabel('City').inputValue()).toBe(ADDRESS.city);
    await inView(toPay());
    await inView(dialog().getByRole('button', { name: 'Continue to payment' }));
    await dialog().getByRole('button', { name: 'Later' }).tap();
    await dialog().waitFor({ state: 'detached' });
  });

  later.test('the offline notice covers the end of neither a dialog nor a page', async () => {
    await visit(page, `/listings/${listings[6]}?buy=1`);
    const [cancel, said] = [
      dialog().getByRole('button', { name: 'Cancel' }),
      page.getByText('You are offline. What you see may be out of date.'),
    ];
    await cancel.waitFor();
    await page.context().setOffline(true);
    await said.waitFor();
    const { y: edge } = await boxOf(said);
    const parts = [toPay(), dialog().getByRole('button', { name: 'Buy and pay' }), cancel];
    const lowest = async () => Math.max(...(await Promise.all(parts.map(boxOf))).map(({ y, height }) => y + height));
    await expect.poll(lowest, { message: 'the dialog ends above it' }).toBeLessThanOrEqual(edge);
    await keepPicture(page, 'phone-offline-dialog');
    await cancel.tap();
    await dialog().waitFor({ state: 'detached' });
    const endOfPage = () =>
      page.evaluate(() => {
        scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' });
        return document.querySelector('main')!.getBoundingClientRect().bottom;
      });
    await expect.poll(endOfPage, { message: 'the page ends above it' }).toBeLessThanOrEqual(edge);
    await page.context().setOffline(false);
    await said.waitFor({ state: 'detached' });
  });

  later.test('a title of one long word makes no dialog wider than the screen', async () => {
    const title = 'Donaudampfschifffahrtsgesellschaftskapitaensmuetze';
    const { _id } = await market().publish(seller, { title });
    await visit(page, `/listings/${_id}?buy=1`);
    await dialog().getByRole('heading', { name: 'Review purchase' }).waitFor();
    await inView(dialog().getByRole('button', { name: 'Buy and pay' }));
    await dialog().getByRole('button', { name: 'Cancel' }).tap();
    await button('Contact Seller').tap();
    await dialog().getByRole('heading', { name: 'Contact Seller' }).waitFor();
    await inView(dialog().getByRole('button', { name: 'Cancel' }));
    await dialog().getByRole('button', { name: 'Cancel' }).tap();
    await dialog().waitFor({ state: 'detached' });

    await turn(SMALLEST);
    await largeLettersFit(page, 'the page of a listing');
    await turn(NARROW);
    succeeded(await known.post(`listings/${_id}/price-proposals`, { price: 45 }), 'an offer');
    page = await enter(seller, '/dashboard', { viewport: SMALLEST });
    await page.getByRole('listitem').filter({ hasText: title }).first().waitFor();
    const beyond = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(await beyond(), 'what waits is as wide as the screen').toBe(0);

    const captain = await market().seller('W'.repeat(30));
    const offered = await market().publish(captain, { title });
    for (const place of [`/sellers/${captain.id}`, `/listings/${offered._id}`]) {
      await visit(page, place);
      await page.getByRole('main').getByText(captain.username).first().waitFor();
      expect(await beyond(), `${place} is as wide as the screen`).toBe(0);
    }
    page = phone;
  });

  test('a conversation fills the screen, and its text field stays above the keyboard', async () => {
    const listingId = listings[5];
    const { send } = talks(market);
    await send(known, { content: 'How will you pack it?', recipientId: seller.id, listingId });
    for (let line = 1; line <= 12; line++)
      await send(seller, { content: `Line ${line} about foam and boxes`, recipientId: known.id, listingId });
    await visit(page, `/messages/conversation/${known.id}-${seller.id}-${listingId}`);
    await page.getByRole('log').getByText('Line 12 ').waitFor();
    const words = page.getByRole('textbox', { name: 'Message' });
    const send_ = page.getByRole('button', { name: 'Send', exact: true });
    const fills = async () => {
      const talk = await boxOf(page.locator('.talk'));
      const window = page.viewportSize()!;
      return [talk.x, talk.width, Math.round(talk.y + talk.height)].join() === [0, window.width, window.height].join();
    };
    await expect.poll(fills).toBe(true);
    await inView(words);
    await inView(send_);
    await inView(page.getByRole('log').getByText('Line 12 '));
    await keepPicture(page, 'phone-conversation');
    await words.tap();
    // the height that a keyboard leaves
    await turn({ width: NARROW.width, height: 420 });
    await inView(words);
    await inView(send_);
    await keepPicture(page, 'phone-conversation-keyboard');
    await words.fill('In foam, please.');
    await send_.tap();
    const said = page.getByRole('log').getByText('In foam, please.');
    await inView(said);
    await inView(words);
    await turn(NARROW);
  });

  later.test.each([
    [740, 360],
    [844, 390],
  ])('a phone held sideways, %d × %d, shows messages above the text field', async (width, height) => {
    await turn({ width, height });
    const log = page.getByRole('log');
    await expect.poll(async () => (await boxOf(log)).height).toBeGreaterThanOrEqual(height / 3);
    await inView(log.getByText('In foam, please.'));
    await inView(page.getByRole('textbox', { name: 'Message' }));
    await inView(page.getByRole('button', { name: 'Send', exact: true }));
    await keepPicture(page, `phone-conversation-sideways-${width}`);
    await turn(NARROW);
  });
});
