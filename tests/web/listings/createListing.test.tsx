// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import { CONDITIONS, PAINT_QUALITIES } from '#domain/catalogue/conditions.ts';
import {
  aListing,
  freshBrowser,
  json,
  MARTA,
  MEMBER_REPLIES,
  open,
  type Sent,
  serve,
  signedIn,
} from '#tests/support/browser.tsx';
import { later } from '#tests/support/tier.ts';
import { api } from '#web/api/client.ts';

freshBrowser();

const PROFILE = {
  ...MARTA,
  platformAgreements: { termsAccepted: true, feeAccepted: true },
  bankAccount: { verified: true },
};
const FRANCHISES = [
  { id: 'dnd', name: 'Dungeons & Dragons', disclaimerRequired: false, disclaimer: null },
  { id: 'aos', name: 'Age of Sigmar', disclaimerRequired: false, disclaimer: null },
  { id: '3d', name: 'Unofficial 3D Printed Miniatures', disclaimerRequired: true, disclaimer: 'I own the rights.' },
];
const FACTIONS: Record<string, object> = {
  'Dungeons & Dragons': { Dragons: { subfactions: ['Chromatic', 'Metallic'] }, Undead: { subfactions: ['Lich'] } },
  'Age of Sigmar': { Stormcast: { subfactions: [] } },
  'Unofficial 3D Printed Miniatures': { Kitbashes: { subfactions: [] } },
};

const start = (replies: Record<string, unknown> = {}) => {
  signedIn();
  const sent = serve({
    ...MEMBER_REPLIES,
    'GET user/profile': PROFILE,
    'GET listings/franchises': { franchises: FRANCHISES },
    'GET listings/factions': ({ query }: Sent) => ({ factionData: FACTIONS[query.get('franchise') ?? ''] ?? {} }),
    'GET listings/user': [],
    ...replies,
  });
  return { sent, page: open('/listings/create') };
};

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label, { exact: false });
const choose = async (label: string, option: string) => {
  const chosen = await waitFor(() => within(field(label)).getByRole('option', { name: option }));
  await userEvent.selectOptions(field(label), chosen);
};

test('shows the heading, nine fields and the rules of the price [D1-111] [D1-113] [D1-313]', async () => {
  start();
  expect(await screen.findByRole('heading', { level: 1, name: 'Offer your Miniatures' })).toBeTruthy();
  await screen.findByLabelText('Title');
  const names = [
    'title',
    'franchise',
    'mainFaction',
    'subfaction',
    'condition',
    'paintQuality',
    'price',
    'description',
  ];
  for (const name of names) expect(document.querySelector(`form [name="${name}"]`), name).toBeTruthy();
  expect((await screen.findByLabelText('Add photos')).getAttribute('type')).toBe('file');
  const price = field('Price');
  expect([price.type, price.inputMode]).toEqual(['text', 'decimal']);
});

test('adds a photo from the phone’s camera', async () => {
  start();
  const take = await screen.findByRole('button', { name: 'Take a photo' });
  const camera = document.querySelector<HTMLInputElement>('input[type="file"][capture]')!;
  expect([camera.getAttribute('capture'), camera.accept]).toEqual(['environment', 'image/*']);
  const asked = vi.spyOn(camera, 'click');
  await userEvent.click(take);
  expect(asked).toHaveBeenCalledOnce();
  fireEvent.change(camera, { target: { files: [new File(['x'], 'taken.jpg', { type: 'image/jpeg' })] } });
  expect(await screen.findByRole('img', { name: 'photo 1: taken.jpg' })).toBeTruthy();
});

test('keeps a photo that the browser cannot rotate and says so', async () => {
  start();
  await userEvent.upload(await screen.findByLabelText('Add photos'), new File(['x'], 'a.png', { type: 'image/png' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Rotate photo 1 to the right' }));
  expect(await screen.findByText('This photo cannot be rotated here')).toBeTruthy();
  expect(screen.getByRole('img', { name: 'photo 1: a.png' })).toBeTruthy();
});

test('names and skips a file that is no photo', async () => {
  start();
  const files = [new File(['x'], 'torn.jpg', { type: 'image/jpeg' }), new File(['x'], 'a.png', { type: 'image/png' })];
  await userEvent.upload(await screen.findByLabelText('Add photos'), files);
  fireEvent.error(await screen.findByRole('img', { name: 'photo 1: torn.jpg' }));
  expect(await screen.findByText('torn.jpg: We cannot read this file as a picture.')).toBeTruthy();
  expect(shownPhotos()).toEqual(['a.png']);
});

test('offers the conditions and paint qualities [D1-196] [D1-197]', async () => {
  start();
  await screen.findByLabelText('Title');
  const options = (label: string) =>
    within(field(label))
      .getAllByRole('option')
      .map(({ textContent }) => textContent);
  expect(options('Condition').slice(1)).toEqual([...CONDITIONS]);
  expect(CONDITIONS).toEqual(['New in box (sealed)', 'On sprue (complete)', 'Built', 'Painted', 'Pro-painted']);
  expect(options('Paint quality')).toEqual([...PAINT_QUALITIES]);
  expect(PAINT_QUALITIES).toEqual([
    'Not Painted',
    'Basic Tabletop',
    'Good Tabletop',
    'High Tabletop',
    'Display Quality',
    'Competition Quality',
  ]);
  expect(field('Paint quality').value).toBe('Not Painted');
});

test('shows the way to become a seller instead of the form without the seller terms [D1-112]', async () => {
  start({ 'GET user/profile': { ...PROFILE, platformAgreements: { termsAccepted: true, feeAccepted: false } } });
  expect(await screen.findByRole('heading', { level: 1, name: 'Create New Listing' })).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Become a Seller' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Become a Seller' }).getAttribute('href')).toBe('/settings?tab=seller');
  expect(document.querySelector('main form')).toBeNull();
});

test('clears faction and subfaction for another franchise, and the subfaction for another faction [D1-271]', async () => {
  start();
  await screen.findByLabelText('Title');
  await choose('Franchise', 'Dungeons & Dragons');
  await choose('Main faction', 'Dragons');
  await choose('Subfaction', 'Metallic');
  await choose('Main faction', 'Undead');
  expect(field('Subfaction').value).toBe('');
  await choose('Subfaction', 'Lich');
  await choose('Franchise', 'Age of Sigmar');
  await waitFor(() => within(field('Main faction')).getByRole('option', { name: 'Stormcast' }));
  expect(field('Main faction').value).toBe('');
  expect(field('Subfaction').value).toBe('');
});

test('keeps the focus on the faction when its options arrive', async () => {
  start();
  await screen.findByLabelText('Title');
  await choose('Franchise', 'Dungeons & Dragons');
  const faction = field('Main faction');
  faction.focus();
  await waitFor(() => within(field('Main faction')).getByRole('option', { name: 'Dragons' }));
  expect(document.activeElement).toBe(field('Main faction'));
  expect(field('Main faction')).toBe(faction);
});

const AGREE = 'I understand and agree to these terms';

test('asks for the disclaimer of a franchise, unticked, and again after a change [D1-269] [D1-271]', async () => {
  start();
  await screen.findByLabelText('Title');
  expect(screen.queryByLabelText(AGREE)).toBeNull();
  await choose('Franchise', 'Unofficial 3D Printed Miniatures');
  const box = await screen.findByLabelText<HTMLInputElement>(AGREE);
  expect(screen.getByText('I own the rights.')).toBeTruthy();
  expect(box.checked).toBe(false);
  await userEvent.click(box);
  await choose('Franchise', 'Age of Sigmar');
  expect(screen.queryByLabelText(AGREE)).toBeNull();
  await choose('Franchise', 'Unofficial 3D Printed Miniatures');
  expect((await screen.findByLabelText<HTMLInputElement>(AGREE)).checked).toBe(false);
});

const warning = () => screen.queryByText(/^Please check your wording/)?.textContent;

later.test('warns of brand claims while typing and rejects nothing [D2-245]', async () => {
  start();
  await screen.findByLabelText('Title');
  await userEvent.type(field('Title'), 'Approximately a dragon');
  expect(warning()).toBeUndefined();
  await userEvent.type(field('Title'), ', PROXY');
  await userEvent.type(field('Description'), 'A replacement or proxy for the real one.');
  expect(warning()).toBe('Please check your wording: “PROXY”, “replacement”.');
  await userEvent.clear(field('Title'));
  await userEvent.clear(field('Description'));
  expect(warning()).toBeUndefined();
});

test('warns of a franchise name on an unofficial figure, but not on an official one [D2-245]', async () => {
  start();
  await screen.findByLabelText('Title');
  await userEvent.type(field('Title'), 'Age of Sigmar champion');
  await choose('Franchise', 'Age of Sigmar');
  expect(warning()).toBeUndefined();
  await choose('Franchise', 'Unofficial 3D Printed Miniatures');
  expect(warning()).toBe('Please check your wording: “Age of Sigmar”.');
});

const fill = async () => {
  await screen.findByLabelText('Title');
  await userEvent.type(field('Title'), 'Old dragon');
  await choose('Franchise', 'Dungeons & Dragons');
  await choose('Main faction', 'Dragons');
  await choose('Condition', 'Built');
  fireEvent.change(field('Price'), { target: { value: '32.50' } });
  await userEvent.type(field('Description'), 'Kept behind glass.');
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:photo');
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue(undefined);
  const photo = new File([new Uint8Array([255, 216, 255])], 'dragon.jpg', { type: 'image/jpeg' });
  await userEvent.upload(await screen.findByLabelText('Add photos'), photo);
  await screen.findByRole('img', { name: 'photo 1: dragon.jpg' });
};

const photos = (...names: string[]) => names.map((name) => new File([name], name, { type: 'image/jpeg' }));
const shownPhotos = () =>
  screen.queryAllByRole('img', { name: /^photo \d: / }).map((image) => image.getAttribute('alt')?.split(': ')[1]);

test('chooses, drops, orders and removes photos, and shows their upload progress [D1-113]', async () => {
  let tell: (share: number) => void = () => undefined;
  const upload = vi.spyOn(api, 'upload').mockImplementation((_path, _form, { onProgress } = {}) => {
    tell = (share) => onProgress?.(share);
    return new Promise(() => undefined);
  });
  start();
  await fill();
  expect(shownPhotos()).toEqual(['dragon.jpg']);
  const zone = screen.getByText('Drop photos here, or').parentElement as HTMLElement;
  fireEvent.drop(zone, { dataTransfer: { files: photos('b.jpg', 'c.jpg'), types: ['Files'] } });
  expect(shownPhotos()).toEqual(['dragon.jpg', 'b.jpg', 'c.jpg']);
  await userEvent.click(screen.getByRole('button', { name: 'Move photo 3 earlier' }));
  expect(shownPhotos()).toEqual(['dragon.jpg', 'c.jpg', 'b.jpg']);
  await userEvent.click(screen.getByRole('button', { name: 'Remove photo 1' }));
  expect(shownPhotos()).toEqual(['c.jpg', 'b.jpg']);
  await userEvent.click(screen.getByRole('button', { name: 'Create Listing' }));
  const sentOf = () =>
    screen.getAllByRole('progressbar', { name: /^Upload of/ }).map((bar) => bar.getAttribute('value'));
  await waitFor(() => expect(sentOf()).toEqual(['0', '0']));
  await waitFor(() => expect(upload).toHaveBeenCalled());
  act(() => tell(0.5));
  expect(sentOf()).toEqual(['1', '0']);
  const form = upload.mock.calls[0]?.[1] as FormData;
  expect(form.getAll('images').map((file) => (file as File).name)).toEqual(['c.jpg', 'b.jpg']);
  upload.mockRestore();
});

later.test('resizes a large photo before publishing', async () => {
  let drawn: (blob: Blob) => void = () => undefined;
  vi.stubGlobal('createImageBitmap', async () => ({ width: 6_000, height: 4_000, close: () => undefined }));
  const pen = { fillRect: () => undefined, drawImage: vi.fn() };
  const context = vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(pen as never);
  const toBlob = vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => {
    drawn = done;
  });
  onTestFinished(() => {
    vi.unstubAllGlobals();
    context.mockRestore();
    toBlob.mockRestore();
  });
  start();
  await fill();
  const zone = screen.getByText('Drop photos here, or').parentElement as HTMLElement;
  const large = new File(['x'.repeat(100)], 'phone.png', { type: 'image/png' });
  Object.defineProperty(large, 'size', { value: 7_340_032 });
  fireEvent.drop(zone, { dataTransfer: { files: [large], types: ['Files'] } });
  expect(await screen.findByText('Preparing your photos…')).toBeTruthy();
  const create = screen.getByRole<HTMLButtonElement>('button', { name: 'Create Listing' });
  expect(create.disabled).toBe(true);
  await waitFor(() => expect(toBlob).toHaveBeenCalled());
  expect(pen.drawImage.mock.calls.map((drawing) => drawing.slice(1))).toContainEqual([0, 0, 2_560, 1_707]);
  drawn(new Blob(['small'], { type: 'image/jpeg' }));
  await waitFor(() => expect(shownPhotos()).toEqual(['dragon.jpg', 'phone.jpg']));
  expect(create.disabled).toBe(false);
});

later.test('names each file that cannot be added and leaves it out [D1-314] [D1-315] [D1-316]', async () => {
  start();
  await fill();
  const zone = screen.getByText('Drop photos here, or').parentElement as HTMLElement;
  const large = new File(['x'], 'large.jpg', { type: 'image/jpeg' });
  Object.defineProperty(large, 'size', { value: 5_242_881 });
  const files = [new File(['x'], 'dance.gif', { type: 'image/gif' }), large, ...photos(...'abcdefgh')];
  fireEvent.drop(zone, { dataTransfer: { files, types: ['Files'] } });
  for (const words of [
    'Invalid file type. Only JPEG, PNG and WebP are allowed.',
    'File is too large. Maximum size is 5MB.',
    'Maximum 8 images allowed',
  ])
    expect((await screen.findAllByText(new RegExp(words))).length).toBeGreaterThan(0);
  expect(shownPhotos()).toEqual(['dragon.jpg', ...'abcdefg']);
});

test('applies the rules before sending, photos and disclaimer after the fields [D1-306] [D1-308] [D1-309]', async () => {
  start();
  const upload = vi.spyOn(api, 'upload').mockResolvedValue({});
  await fill();
  const submit = () => userEvent.click(screen.getByRole('button', { name: 'Create Listing' }));
  await choose('Franchise', 'Unofficial 3D Printed Miniatures');
  await choose('Main faction', 'Kitbashes');
  await submit();
  const disclaimer = 'You must accept the disclaimer for this franchise';
  expect((await screen.findAllByText(disclaimer)).length).toBeGreaterThan(0);
  await userEvent.click(screen.getByRole('button', { name: 'Remove photo 1' }));
  await submit();
  expect((await screen.findAllByText('At least one image is required')).length).toBeGreaterThan(0);
  expect(upload).not.toHaveBeenCalled();
  upload.mockRestore();
});

const marked = () =>
  [...document.querySelectorAll('form [aria-invalid="true"]')].map((one) => one.getAttribute('name'));

test('marks all missing fields at once and names the first', async () => {
  start();
  const upload = vi.spyOn(api, 'upload').mockResolvedValue({});
  await screen.findByLabelText('Title');
  await choose('Franchise', 'Dungeons & Dragons');
  await userEvent.type(field('Description'), 'Kept behind glass.');
  await userEvent.click(screen.getByRole('button', { name: 'Create Listing' }));
  await waitFor(() => expect(screen.getAllByText('Title is required')).toHaveLength(2));
  expect(marked()).toEqual(['title', 'mainFaction', 'condition', 'price']);
  expect(document.querySelector('.dropzone')?.getAttribute('data-invalid')).toBe('true');
  expect(document.activeElement?.getAttribute('name')).toBe('title');
  expect(screen.getAllByText('Condition is required')).toHaveLength(1);
  expect(upload).not.toHaveBeenCalled();
  upload.mockRestore();
});

test('puts the photos before the title in the keyboard order', async () => {
  start();
  const picker = await screen.findByLabelText('Add photos');
  picker.focus();
  await userEvent.tab();
  expect(document.activeElement).toBe(field('Title'));
});

test('focuses missing photos before the disclaimer', async () => {
  start();
  await fill();
  await choose('Franchise', 'Unofficial 3D Printed Miniatures');
  await choose('Main faction', 'Kitbashes');
  await userEvent.click(screen.getByRole('button', { name: 'Remove photo 1' }));
  await userEvent.click(screen.getByRole('button', { name: 'Create Listing' }));
  await waitFor(() => expect(screen.getAllByText('At least one image is required')).toHaveLength(2));
  expect(screen.getAllByText('You must accept the disclaimer for this franchise')).toHaveLength(1);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Add photos')));
});

test('validates a field when it is left, and no other', async () => {
  start();
  await screen.findByLabelText('Title');
  await choose('Franchise', 'Dungeons & Dragons');
  await userEvent.click(field('Title'));
  await userEvent.tab();
  await waitFor(() => expect(marked()).toEqual(['title']));
  await userEvent.type(field('Title'), 'Old dragon');
  expect(marked()).toEqual([]);
});

later.test('asks about “Painted” with “Not Painted” and accepts a confirmation', async () => {
  start();
  const upload = vi.spyOn(api, 'upload').mockResolvedValue({});
  await fill();
  expect(screen.queryByText('Is it painted?')).toBeNull();
  await choose('Condition', 'Painted');
  const meant = await screen.findByRole('checkbox', { name: 'Keep “Painted” with “Not Painted”' });
  await userEvent.click(screen.getByRole('button', { name: 'Create Listing' }));
  await waitFor(() => expect(meant.getAttribute('aria-invalid')).toBe('true'));
  expect(upload).not.toHaveBeenCalled();
  await userEvent.click(meant);
  await userEvent.click(screen.getByRole('button', { name: 'Create Listing' }));
  await waitFor(() => expect(upload).toHaveBeenCalledOnce());
  upload.mockRestore();
});

test('shows how it reads a typed price and sends nothing while it is unclear', async () => {
  const { page } = start();
  const upload = vi.spyOn(api, 'upload').mockResolvedValue({});
  await fill();
  const publish = () => userEvent.click(screen.getByRole('button', { name: 'Create Listing' }));
  fireEvent.change(field('Price'), { target: { value: '1.250' } });
  await publish();
  expect((await screen.findAllByText(/^Unclear: for €1,250.00 write 1250/)).length).toBeGreaterThan(0);
  expect(upload).not.toHaveBeenCalled();
  fireEvent.change(field('Price'), { target: { value: '45,50' } });
  expect(screen.getByText('€45.50', { selector: 'output' })).toBeTruthy();
  expect(field('Price').getAttribute('aria-invalid')).toBeNull();
  await publish();
  await waitFor(() => expect(page.address()).toBe('/listings/my-listings'));
  const sent = upload.mock.calls[0]?.[1] as FormData;
  expect(sent.get('price')).toBe('45.50');
  upload.mockRestore();
});

test('shows what buyer and seller get at a price, by today’s fees', async () => {
  start();
  const hint = async () => {
    const price = (await screen.findByLabelText('Price (€)')) as HTMLInputElement;
    return document.getElementById(price.getAttribute('aria-describedby') ?? '')?.textContent;
  };
  expect(await hint()).toBe('You receive the full price. The buyer pays the fee and shipping on top.');
  fireEvent.change(field('Price'), { target: { value: '45,50' } });
  const said = 'The buyer pays €48.53, including the €3.03 fee, plus shipping. You receive €45.50 plus the shipping.';
  expect(await hint()).toBe(said);
  fireEvent.change(field('Price'), { target: { value: '40.000,01' } });
  expect(await hint()).toMatch(/^You receive the full price/);
});

later.test(
  'accepts the disclaimer automatically for other franchises, then opens one’s own listings [D1-270]',
  async () => {
    const { page } = start();
    const upload = vi.spyOn(api, 'upload').mockResolvedValue({});
    await fill();
    await userEvent.click(screen.getByRole('button', { name: 'Create Listing' }));
    await waitFor(() => expect(page.address()).toBe('/listings/my-listings'));
    const form = upload.mock.calls[0]?.[1] as FormData;
    expect(form.get('disclaimerAccepted')).toBe('true');
    expect(form.getAll('images').map((file) => (file as File).name)).toEqual(['dragon.jpg']);
    upload.mockRestore();
  },
);

test('shows a published listing among one’s own at once [D1-406]', async () => {
  const upload = vi.spyOn(api, 'upload').mockResolvedValue({});
  let mine: unknown[] = [];
  const { page } = start({ 'GET listings/user': () => mine });
  await page.goTo('/listings/my-listings');
  await screen.findByText('No active offerings found.');
  await page.goTo('/listings/create');
  await fill();
  mine = [aListing(1)];
  await userEvent.click(screen.getByRole('button', { name: 'Create Listing' }));
  expect(await screen.findByRole('link', { name: 'Figure 1' })).toBeTruthy();
  expect(page.address()).toBe('/listings/my-listings');
  upload.mockRestore();
});

test.each([
  [new Error('x'), 'Failed to create listing'],
  [{ message: 'Valid price is required' }, 'Valid price is required'],
])('shows a refusal in the server’s words, or as a failure [D1-461]', async (failure, words) => {
  start();
  const { ApiError } = await import('#web/api/ApiError.ts');
  const error =
    failure instanceof Error
      ? new ApiError('', { status: 500, statusText: '', data: {}, endpoint: 'listings' })
      : new ApiError('', { status: 400, statusText: '', data: failure, endpoint: 'listings' });
  const upload = vi.spyOn(api, 'upload').mockRejectedValue(error);
  await fill();
  await userEvent.click(screen.getByRole('button', { name: 'Create Listing' }));
  expect((await screen.findByRole('alert')).textContent).toBe(words);
  upload.mockRestore();
});

test('shows a message if the profile cannot be loaded [D1-459]', async () => {
  start({ 'GET user/profile': json({}, 400) });
  expect(await screen.findByText('Failed to load user profile')).toBeTruthy();
});

test('shows a message if franchises cannot be loaded [D1-460]', async () => {
  start({ 'GET listings/franchises': json({}, 400) });
  expect(await screen.findByText('Failed to load franchise options. Please try again.')).toBeTruthy();
});

test('starts own shipping rates from the seller’s usual ones and marks invalid ones', async () => {
  start({
    'GET user/profile': {
      ...PROFILE,
      shippingRates: { domesticRate: 4.5, continentalRate: 12.99, internationalRate: 30 },
    },
  });
  const group = within(await screen.findByRole('group', { name: 'Shipping for this listing' }));
  expect((await group.findByText(/^Your usual rates/)).textContent).toBe(
    'Your usual rates: €4.50 within your country, €12.99 to the rest of the EU, the UK, Switzerland and Norway. Change them in Settings.',
  );
  await userEvent.click(group.getByRole('checkbox', { name: 'Use different rates for this listing' }));
  const [domestic, continental] = [field('Domestic rate (€)'), field('EU and UK rate (€)')];
  expect([domestic.value, continental.value]).toEqual(['4.50', '12.99']);
  expect(group.queryByText(/^Your usual rates/)).toBeNull();
  expect(group.getByText(/^Buyers outside this zone pay €30\.00\./)).toBeTruthy();
  await userEvent.clear(continental);
  await userEvent.type(continental, '6,50');
  expect(group.getByText('€6.50')).toBeTruthy();
  fireEvent.change(domestic, { target: { value: '140' } });
  expect(domestic.value).toBe('100');
  expect(group.getByText('Shipping rates cannot exceed €100')).toBeTruthy();
  await userEvent.clear(domestic);
  await userEvent.click(screen.getByRole('button', { name: 'Create Listing' }));
  expect(await group.findByText('Enter an amount in euros, such as 45.50')).toBeTruthy();
  expect(domestic.getAttribute('aria-invalid')).toBe('true');
  await userEvent.click(group.getByRole('checkbox'));
  await userEvent.click(group.getByRole('checkbox'));
  expect(field('EU and UK rate (€)').value).toBe('6,50');
});

test('shows sold prices of similar items unless too few were sold', async () => {
  const sold = { by: 'faction', count: 7, least: 18, most: 42, lower: 22, upper: 35 };
  start({ 'GET prices/sold': ({ query }: Sent) => ({ sold: query.get('faction') === 'Dragons' ? sold : null }) });
  await screen.findByLabelText('Title');
  await choose('Franchise', 'Dungeons & Dragons');
  await choose('Main faction', 'Dragons');
  const words = 'Dragons, any paint quality: sold 7 times in the last year';
  expect((await screen.findByText(/times in the last year/)).textContent).toContain(words);
  await choose('Main faction', 'Undead');
  await waitFor(() => expect(screen.queryByText(/times in the last year/)).toBeNull());
  await choose('Main faction', 'Dragons');
  expect((await screen.findByText(/times in the last year/)).textContent).toContain(words);
});
