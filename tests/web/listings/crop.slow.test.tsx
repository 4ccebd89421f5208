// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aListing, freshBrowser, MARTA, MEMBER_REPLIES, open, serve, signedIn, to } from '#tests/support/browser.tsx';
import { memoryIndexedDb } from '#tests/support/memoryIndexedDb.ts';
import { uploadByFetch } from '#tests/support/uploads.ts';
import { KEPT_FORMS } from '#web/api/drafts.ts';

freshBrowser();

type Drawing = { name: string; size: [number, number]; moved: unknown[][]; turned: unknown[][] };

/** Sizes in px by file name; a missing file is unreadable. */
let sizes: Record<string, [number, number]> = {};
/** The pictures drawn for storage, in order. */
let drawings: Drawing[] = [];
let answer: (blob: Blob | null) => Blob | null | Promise<Blob | null> = (blob) => blob;
let database = memoryIndexedDb();

/** A fake canvas that records what it draws. */
const drawingBrowser = () => {
  vi.stubGlobal('createImageBitmap', async (file: File) => {
    const size = sizes[file.name];
    if (!size) throw new Error('it cannot be decoded');
    return { name: file.name, width: size[0], height: size[1], close: () => undefined };
  });
  const drawn = new WeakMap<HTMLCanvasElement, Drawing>();
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(function (this: HTMLCanvasElement) {
    const drawing: Drawing = { name: '', size: [0, 0], moved: [], turned: [] };
    drawn.set(this, drawing);
    return {
      fillRect: () => undefined,
      scale: () => undefined,
      translate: (...by: unknown[]) => drawing.moved.push(by),
      rotate: (...by: unknown[]) => drawing.turned.push(by),
      getImageData: (_x: number, _y: number, width: number, height: number) => ({
        width,
        height,
        data: new Uint8ClampedArray(width * height * 4).fill(200),
      }),
      drawImage: ({ name }: { name: string }) => {
        drawing.name = name;
      },
    } as never;
  });
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function (this: HTMLCanvasElement, done) {
    const drawing = drawn.get(this)!;
    drawings.push({ ...drawing, size: [this.width, this.height] });
    void Promise.resolve(answer(new Blob([`${this.width}x${this.height}`], { type: 'image/jpeg' }))).then(done);
  });
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(400);
  let address = 0;
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => `blob:photo-${++address}`);
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue(undefined);
};

const LISTING = aListing(3, {
  seller: { ...aListing(3).seller, _id: MARTA._id },
  images: [{ original: 'one.webp', thumbnail: 'one-small.webp', s3Key: 'k1', width: 1_600, height: 1_200 }],
});
const PROFILE = { ...MARTA, platformAgreements: { termsAccepted: true, feeAccepted: true } };

const start = (path = '/listings/create', replies: Record<string, unknown> = {}) => {
  signedIn();
  const sent = serve({
    ...MEMBER_REPLIES,
    'GET user/profile': PROFILE,
    'GET listings/franchises': { franchises: [{ id: 'dnd', name: 'Dungeons & Dragons', disclaimerRequired: false }] },
    'GET listings/factions': { factionData: { Dragons: { subfactions: [] } } },
    'GET listings/user': [],
    [`GET listings/${LISTING._id}`]: LISTING,
    'GET /files/listings/k1/one.webp': new Response(new Blob(['dragon'], { type: 'image/webp' })),
    ...replies,
  });
  vi.stubGlobal('indexedDB', database);
  return { sent, page: open(path) };
};

beforeEach(() => {
  sizes = { 'dragon.jpg': [3_000, 2_000] };
  drawings = [];
  answer = (blob) => blob;
  database = memoryIndexedDb();
  drawingBrowser();
});
afterEach(() => {
  vi.restoreAllMocks();
});

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const choose = async (name = 'dragon.jpg') => {
  await userEvent.upload(await screen.findByLabelText('Add photos'), new File(['x'], name, { type: 'image/jpeg' }));
  await screen.findByRole('img', { name: `photo 1: ${name}` });
};
const frame = () => screen.findByRole('slider', { name: 'Crop frame' });
const size = () => document.querySelector('.crop output')?.textContent;
const place = async () => (await frame()).getAttribute('aria-valuetext');
const opened = async () => {
  await press('Crop photo 1');
  await screen.findByRole('dialog', { name: 'Crop photo 1' });
  await frame();
};
/** px on the screen, on which the picture is 400 wide. */
const pull = (target: Element, by: { x: number; y: number }, pointerId = 1) => {
  fireEvent.pointerDown(target, { pointerId, button: 0, clientX: 50, clientY: 50 });
  fireEvent.pointerMove(target, { pointerId, clientX: 50 + by.x, clientY: 50 + by.y });
  fireEvent.pointerUp(target, { pointerId });
};
const used = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

test('crops a photo to the frame, announces it and restores the focus', async () => {
  start();
  await choose();
  await opened();
  expect(size()).toBe('2400 × 1600 pixels');
  pull(await frame(), { x: -20, y: 20 });
  expect([size(), await place()]).toEqual(['2400 × 1600 pixels', '150 from the left, 350 from the top']);
  pull((await frame()).querySelector('[data-corner="lower-right"]')!, { x: -100, y: -40 });
  expect([size(), await place()]).toEqual(['1650 × 1300 pixels', '150 from the left, 350 from the top']);
  await press('Crop');
  await used();
  expect(drawings).toEqual([
    { name: 'dragon.jpg', size: [1_650, 1_300], moved: [[1_500 - 150, 1_000 - 350]], turned: [[0]] },
  ]);
  expect(screen.getByRole('img', { name: 'photo 1: dragon.jpg' })).toBeTruthy();
  expect(screen.getByText('Photo 1 cropped')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(button('Crop photo 1')));
});

test('moves the frame with arrow keys, resizes it with Shift, and announces both', async () => {
  start();
  await choose();
  await opened();
  (await frame()).focus();
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowUp}');
  expect([size(), await place()]).toEqual(['2400 × 1600 pixels', '360 from the left, 170 from the top']);
  await userEvent.keyboard('{Shift>}{ArrowLeft}{ArrowDown}{/Shift}');
  expect([size(), await place()]).toEqual(['2370 × 1630 pixels', '360 from the left, 170 from the top']);
  const described = (await frame()).getAttribute('aria-describedby')?.split(' ') ?? [];
  expect(described.map((id) => document.getElementById(id)?.textContent)).toEqual([
    'Drag the frame or a corner. Arrow keys move the frame; with Shift, they resize it.',
    '2370 × 1630 pixels',
  ]);
});

test('keeps the chosen shape of the frame', async () => {
  start();
  await choose();
  await opened();
  const shape = (name: string) => userEvent.click(screen.getByRole('radio', { name }));
  await shape('Square');
  expect(size()).toBe('1960 × 1960 pixels');
  (await frame()).focus();
  await userEvent.keyboard('{Shift>}{ArrowLeft}{/Shift}');
  expect(size()).toBe('1945 × 1945 pixels');
  await shape('4:3, as on cards');
  expect(size()).toBe('2246 × 1684 pixels');
});

test('ignores a second finger', async () => {
  start();
  await choose();
  await opened();
  const one = await frame();
  fireEvent.pointerDown(one, { pointerId: 1, button: 0, clientX: 50, clientY: 50 });
  pull(one, { x: 100, y: 100 }, 2);
  fireEvent.pointerMove(one, { pointerId: 1, clientX: 58, clientY: 50 });
  expect(await place()).toBe('360 from the left, 200 from the top');
});

test('refuses a crop that is too small', async () => {
  start();
  await choose();
  await opened();
  const corner = () => document.querySelector('[data-corner="lower-right"]')!;
  pull(corner(), { x: -390, y: -390 });
  expect(size()).toBe('500 × 500 pixels');
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.getByRole('alert').textContent).toBe('Low resolution: it will look grainy.');
  expect(button('Crop').getAttribute('aria-disabled')).toBe('true');
  await press('Crop');
  expect([screen.queryByRole('dialog') !== null, drawings]).toEqual([true, []]);
  pull(corner(), { x: 100, y: 0 });
  expect(dialog.queryByRole('alert')).toBeNull();
});

test('says that a small photo cannot be cropped', async () => {
  sizes['dragon.jpg'] = [640, 480];
  start();
  await choose();
  await press('Crop photo 1');
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText('The photo has 640 × 480 pixels. Low resolution: it will look grainy.')).toBeTruthy();
  expect(screen.queryByRole('slider')).toBeNull();
});

test('leaves a photo unchanged that the browser cannot read', async () => {
  sizes = {};
  start();
  await choose();
  await press('Crop photo 1');
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByRole('heading', { name: 'This photo cannot be cropped here' })).toBeTruthy();
  sizes = { 'dragon.jpg': [3_000, 2_000] };
  await press('Try again');
  expect(await frame()).toBeTruthy();
  await press('Cancel');
  expect([screen.queryByRole('dialog'), drawings]).toEqual([null, []]);
});

test('disables the dialog while cropping and reports a failure', async () => {
  let drawn: (blob: Blob | null) => void = () => undefined;
  answer = () =>
    new Promise((resolve) => {
      drawn = resolve;
    });
  start();
  await choose();
  await opened();
  await press('Crop');
  expect((await screen.findByRole('button', { name: 'Cropping…' })).getAttribute('aria-busy')).toBe('true');
  expect([button('Cancel').disabled, button('Close').disabled]).toEqual([true, true]);
  await userEvent.keyboard('{Escape}');
  expect(screen.getByRole('dialog')).toBeTruthy();
  await waitFor(() => expect(drawings).toHaveLength(1));
  drawn(null);
  expect(await screen.findByText('This photo could not be cropped. It is unchanged.')).toBeTruthy();
  expect(button('Cancel').disabled).toBe(false);
});

test('crops a resized photo from its original', async () => {
  sizes = { 'phone.png': [6_000, 4_000], 'phone.jpg': [2_560, 1_707] };
  start();
  const large = new File(['x'.repeat(100)], 'phone.png', { type: 'image/png' });
  Object.defineProperty(large, 'size', { value: 7_340_032 });
  await userEvent.upload(await screen.findByLabelText('Add photos'), large);
  await screen.findByRole('img', { name: 'photo 1: phone.jpg' });
  drawings = [];
  await opened();
  expect(size()).toBe('4800 × 3200 pixels');
  pull(document.querySelector('[data-corner="lower-right"]')!, { x: -180, y: -100 });
  await press('Crop');
  await used();
  expect(drawings).toMatchObject([{ name: 'phone.png', size: [2_100, 1_700] }]);
});

test('crops from the resized photo if the original is unreadable', async () => {
  sizes = { 'phone.png': [6_000, 4_000], 'phone.jpg': [2_560, 1_707] };
  start();
  const large = new File(['x'.repeat(100)], 'phone.png', { type: 'image/png' });
  Object.defineProperty(large, 'size', { value: 7_340_032 });
  await userEvent.upload(await screen.findByLabelText('Add photos'), large);
  await screen.findByRole('img', { name: 'photo 1: phone.jpg' });
  delete sizes['phone.png'];
  await opened();
  expect(size()).toBe('2048 × 1366 pixels');
});

test('keeps rotation and crop together', async () => {
  start();
  await choose();
  await press('Rotate photo 1 to the right');
  await screen.findByText('Photo 1 rotated to the right');
  expect(drawings).toMatchObject([{ size: [1_707, 2_560], turned: [[Math.PI / 2]] }]);
  await opened();
  expect(size()).toBe('1600 × 2400 pixels');
  pull(await frame(), { x: 40, y: 0 });
  await press('Crop');
  await used();
  expect(drawings.at(-1)).toEqual({
    name: 'dragon.jpg',
    size: [1_600, 2_400],
    moved: [[1_000 - 400, 1_500 - 300]],
    turned: [[Math.PI / 2]],
  });
  await press('Rotate photo 1 to the right');
  await waitFor(() => expect(drawings).toHaveLength(4));
  expect(drawings.slice(2)).toMatchObject([
    { size: [2_560, 1_707], turned: [[Math.PI]] },
    { size: [2_400, 1_600], moved: [[1_500 - 300, 1_000 - 400]], turned: [[Math.PI]] },
  ]);
});

test('restores the full picture of a cropped photo, also after a reload', async () => {
  start();
  await choose();
  await userEvent.type(screen.getByLabelText('Title'), 'Young dragon');
  await opened();
  pull(document.querySelector('[data-corner="lower-right"]')!, { x: -100, y: -100 });
  await press('Crop');
  await used();
  const kept = () => [...(database.databases.get(KEPT_FORMS)?.values() ?? [])][0] as { files: File[] } | undefined;
  await waitFor(async () => expect(await kept()?.files[0]?.text()).toBe('1650x850'));
  document.body.replaceChildren();
  start();
  await press('Whole picture of photo 1');
  await waitFor(async () => expect(await kept()?.files[0]?.text()).toBe('x'));
  expect(document.activeElement).toBe(button('Crop photo 1'));
  expect(screen.queryByRole('button', { name: 'Whole picture of photo 1' })).toBeNull();
  expect(screen.getByText('Photo 1 is the whole picture again')).toBeTruthy();
});

test('opens a cropped photo with its part, and a full frame restores the picture', async () => {
  start();
  await choose();
  await opened();
  pull(document.querySelector('[data-corner="lower-right"]')!, { x: -100, y: -100 });
  await press('Crop');
  await used();
  await opened();
  expect([size(), await place()]).toEqual(['1650 × 850 pixels', '300 from the left, 200 from the top']);
  pull(document.querySelector('[data-corner="lower-right"]')!, { x: 400, y: 400 });
  pull(document.querySelector('[data-corner="upper-left"]')!, { x: -400, y: -400 });
  expect(size()).toBe('3000 × 2000 pixels');
  await press('Crop');
  await used();
  expect(screen.queryByRole('button', { name: 'Whole picture of photo 1' })).toBeNull();
  expect(drawings).toHaveLength(1);
});

test('replaces a published photo by its crop', async () => {
  sizes = { 'one.webp': [1_600, 1_200] };
  uploadByFetch();
  const { sent } = start(`/listings/${LISTING._id}/edit`, {
    [`POST listings/${LISTING._id}/photos`]: {},
    [`PUT listings/${LISTING._id}`]: {},
  });
  await screen.findByRole('img', { name: 'photo 1' });
  await opened();
  await press('Crop');
  await used();
  for (const [label, option] of Object.entries({ Franchise: 'Dungeons & Dragons', 'Main faction': 'Dragons' })) {
    const list = () => screen.getByLabelText(label, { exact: false });
    await userEvent.selectOptions(list(), await waitFor(() => within(list()).getByRole('option', { name: option })));
  }
  await userEvent.selectOptions(screen.getByLabelText('Condition'), 'Painted');
  await userEvent.selectOptions(screen.getByLabelText('Paint quality'), 'High Tabletop');
  await press('Save changes');
  await waitFor(() => expect(to(sent, `listings/${LISTING._id}/photos`)).toHaveLength(1));
  const body = to(sent, `listings/${LISTING._id}/photos`)[0]!.body as FormData;
  expect(body.get('order')).toBe('new');
  expect(body.getAll('images').map((file) => (file as File).name)).toEqual(['one.jpg']);
});
