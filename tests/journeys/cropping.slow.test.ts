import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { checkScreen, keepPicture, NARROW, useBrowser, WIDE } from '../support/browser.ts';
import { useMarketplace } from '../support/marketplace.ts';
import { everyStopIsSeen, inForcedColours } from './forcedColours.ts';
import { visitors } from './people.ts';

const WIDTH = 4_000;
const HEIGHT = 3_000;
/** A colour for each quarter of the photo. */
const QUARTERS = { upperLeft: '#c03020', upperRight: '#20a040', lowerLeft: '#2040c0', lowerRight: '#d0b030' };

/** Like a phone’s photo: larger than any page shows, with grain, so that it is shrunk when chosen. */
const phonePhoto = async () => {
  const quarter = (background: string) => ({
    input: { create: { width: WIDTH / 2, height: HEIGHT / 2, channels: 3 as const, background } },
  });
  const grain = await sharp({
    create: {
      width: WIDTH,
      height: HEIGHT,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: 16 },
    },
  })
    .png({ compressionLevel: 1 })
    .toBuffer();
  const quarters = await sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: '#000' } })
    .composite([
      { ...quarter(QUARTERS.upperLeft), left: 0, top: 0 },
      { ...quarter(QUARTERS.upperRight), left: WIDTH / 2, top: 0 },
      { ...quarter(QUARTERS.lowerLeft), left: 0, top: HEIGHT / 2 },
      { ...quarter(QUARTERS.lowerRight), left: WIDTH / 2, top: HEIGHT / 2 },
      { input: grain, blend: 'soft-light' },
    ])
    .jpeg({ quality: 90 })
    .toBuffer();
  return { name: 'phone.jpg', mimeType: 'image/jpeg', buffer: quarters };
};

/** The first photo of the form as it would be sent: its size and the colour of its centre. */
const shown = (page: Page) =>
  page.getByRole('img', { name: /^photo 1: / }).evaluate(async (image) => {
    const picture = image as HTMLImageElement;
    await picture.decode();
    const { naturalWidth: width, naturalHeight: height } = picture;
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 1;
    const pen = canvas.getContext('2d')!;
    pen.drawImage(picture, width / 2 - 60, height / 2 - 60, 120, 120, 0, 0, 1, 1);
    return { width, height, colour: [...pen.getImageData(0, 0, 1, 1).data.slice(0, 3)] };
  });

/** The quarter of the photo with this colour. */
const quarterOf = (colour: readonly number[]): string => {
  const away = (hex: string) =>
    [1, 3, 5].reduce(
      (sum, at, channel) => sum + Math.abs(Number.parseInt(hex.slice(at, at + 2), 16) - colour[channel]!),
      0,
    );
  return Object.entries(QUARTERS).sort(([, one], [, other]) => away(one) - away(other))[0]![0];
};

const frameOn = (page: Page) => page.getByRole('slider', { name: 'Crop frame' });

/** Drags one finger from a corner or the centre of the frame, through the browser’s debugging protocol. */
const finger = async (page: Page, from: 'middle' | 'lower-right', by: { x: number; y: number }) => {
  const target = from === 'middle' ? frameOn(page) : page.locator('[data-corner="lower-right"]');
  const box = (await target.boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const tools = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', part: number) =>
    tools.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: x + by.x * part, y: y + by.y * part }],
    });
  await touch('touchStart', 0);
  for (const part of [0.25, 0.5, 0.75, 1]) await touch('touchMove', part);
  await touch('touchEnd', 1);
  await tools.detach();
};

/** Drags with the mouse. */
const pull = async (page: Page, target: string, by: { x: number; y: number }) => {
  const box = (await page.locator(target).boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + by.x, y + by.y, { steps: 4 });
  await page.mouse.up();
};

describe('cropping a photo before upload', () => {
  const market = useMarketplace();
  const open = useBrowser({ drawn: true });
  const { enter } = visitors(market, open);

  const choosing = async (name: string, file: { name: string; mimeType: string; buffer: Buffer }) => {
    const page = await enter(await market().seller(name), '/listings/create');
    await page.getByLabel('Add photos').setInputFiles(file);
    await page.getByRole('img', { name: /^photo 1: / }).waitFor();
    return page;
  };
  const opened = async (page: Page) => {
    await page.getByRole('button', { name: 'Crop photo 1' }).click();
    await frameOn(page).waitFor();
  };
  const size = (page: Page) => page.getByRole('dialog').locator('output').innerText();
  const use = async (page: Page) => {
    await page.getByRole('button', { name: 'Crop', exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };

  test('works by mouse and keyboard, is saved with the draft and can be undone', async () => {
    const page = await choosing('kessler', await phonePhoto());
    expect(await shown(page)).toMatchObject({ width: 2_560, height: 1_920 });
    await opened(page);
    expect(await size(page)).toBe('3200 × 2400 pixels');
    await checkScreen(page, 'crop');
    await page.setViewportSize(WIDE);
    await inForcedColours(page, 'crop', () => everyStopIsSeen(page));

    // to the upper right quarter
    await pull(page, '[data-corner="lower-left"]', { x: 2_000, y: -2_000 });
    expect(await size(page)).toBe('667 × 667 pixels');
    await page.getByText('Low resolution: it will look grainy.').waitFor();
    await checkScreen(page, 'crop-too-small');
    await page.setViewportSize(WIDE);
    await frameOn(page).focus();
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('ArrowDown');
    expect(await size(page)).toBe('707 × 667 pixels');
    await use(page);
    const part = await shown(page);
    expect([part.width, part.height, quarterOf(part.colour)]).toEqual([707, 667, 'upperRight']);
    await checkScreen(page, 'cropped');

    await page.setViewportSize(WIDE);
    await page.getByRole('button', { name: 'Rotate photo 1 to the right' }).click();
    await expect.poll(async () => (await shown(page)).width).toBe(667);
    const kept = () =>
      page.evaluate(
        () =>
          new Promise<unknown>((resolve) => {
            const opening = indexedDB.open('listing-drafts');
            opening.onsuccess = () => {
              const all = opening.result.transaction('listings').objectStore('listings').getAll();
              all.onsuccess = () => {
                opening.result.close();
                resolve(all.result[0]?.cropped?.[0]?.part.height);
              };
            };
          }),
      );
    await expect.poll(kept).toBeCloseTo(707 / 4_000, 5);
    await page.reload();
    await page.getByRole('img', { name: /^photo 1: / }).waitFor();
    expect(await shown(page)).toMatchObject({ width: 667, height: 707 });
    await page.getByRole('button', { name: 'Whole picture of photo 1' }).click();
    await expect.poll(async () => (await shown(page)).height).toBe(2_560);
  });

  test('works with one finger on a phone, in a full-screen dialog', async () => {
    const page = await choosing('atelier_ruiz', await phonePhoto());
    await page.setViewportSize(NARROW);
    await opened(page);
    expect(await page.getByRole('dialog').boundingBox()).toMatchObject({ x: 0, y: 0, width: 360, height: 740 });
    await page.getByRole('radio', { name: 'Square' }).check();
    await finger(page, 'lower-right', { x: -60, y: -60 });
    const [across, down] = (await size(page)).match(/\d+/g)!.map(Number) as [number, number];
    expect(across).toBe(down);
    expect(across).toBeLessThan(2_500);
    await finger(page, 'middle', { x: -300, y: 300 });
    expect(await frameOn(page).getAttribute('aria-valuetext')).toBe(`0 from the left, ${HEIGHT - down} from the top`);
    expect(await page.evaluate(() => document.querySelector('.scrim')!.scrollTop)).toBe(0);
    await keepPicture(page, 'crop-square');
    await use(page);
    const part = await shown(page);
    expect([part.width, part.height, quarterOf(part.colour)]).toEqual([across, across, 'lowerLeft']);
  });

  test('skips unreadable files by name and refuses to crop small photos', async () => {
    const broken = { name: 'broken.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture at all') };
    // its tile disappears once the browser has read it
    const page = await enter(await market().seller('marisol'), '/listings/create');
    await page.getByLabel('Add photos').setInputFiles(broken);
    await page.getByText('broken.jpg: We cannot read this file as a picture.').waitFor({ state: 'attached' });
    expect(await page.getByRole('button', { name: 'Crop photo 1' }).count()).toBe(0);
    await checkScreen(page, 'photo-unreadable');

    const small = await sharp({ create: { width: 600, height: 450, channels: 3, background: '#705030' } })
      .jpeg()
      .toBuffer();
    await page.getByLabel('Add photos').setInputFiles({ name: 'small.jpg', mimeType: 'image/jpeg', buffer: small });
    await page.getByRole('button', { name: 'Crop photo 1' }).click();
    await page.getByText('The photo has 600 × 450 pixels. Low resolution: it will look grainy.').waitFor();
    await checkScreen(page, 'crop-nothing-to-spare');
  });
});
