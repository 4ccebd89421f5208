import { MONEY_BAND_NAMES, type MoneyBand } from '#domain/audit/replay/moneyBands.ts';
import type { Span } from '#domain/audit/replay/transactionStrip.ts';
import { DAY, HOUR, MINUTE, SECOND } from '#domain/shared/instants.ts';
import type { Row } from './rows.ts';
import { namedTimeIn, timeIn, type Zone } from './zones.ts';

export const GUTTER = 84;
const LANE = 18;
const MONEY = 40;
const BAR = 9;
const GAP = 8;
const MOST_BARS = 7;
const AXIS = 18;
/** Room after the last event, so that its money can be seen; less on a narrow screen. */
const MOST_TAIL = 64;
const tailOf = (width: number): number => Math.min(MOST_TAIL, Math.round(width / 12));
/** A sum is written in a band of at least this height. */
const SUM_HEIGHT = 12;
/** Room of one date on the axis. */
const DATE = 72;

export const BAND_COLOURS: Record<MoneyBand, string> = {
  escrow: '--color-frost',
  payable: '--color-gold',
  paidOut: '--color-success',
  refunded: '--color-danger',
  chargedBack: '--color-danger-fill',
};
export const BAND_WORDS: Record<MoneyBand, string> = {
  escrow: 'in escrow',
  payable: 'due to the seller',
  paidOut: 'paid out',
  refunded: 'refunded',
  chargedBack: 'charged back',
};

/** The content of the strip without its handles. `money`: one entry per row. */
export type StripData = {
  rows: readonly Row[];
  lanes: readonly string[];
  money: readonly (readonly number[])[];
  spans: readonly Span[];
  deadlineWord: (kind: string) => string;
  /** Sums in the currency of the payment. */
  sumWord: (cents: number) => string;
  zone: Zone;
};

/** From instants to pixels and back. */
export type Scale = {
  toX: (instant: number) => number;
  toRow: (x: number) => number;
  first: number;
  end: number;
};

const lastAtOrBefore = (instants: readonly number[], instant: number): number => {
  let [low, high] = [0, instants.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((instants[middle] ?? 0) <= instant) low = middle;
    else high = middle - 1;
  }
  return low;
};

/** Time runs from the first event to the last, and on to a deadline that is still armed, a fifth further at most. */
export const scaleOf = ({ rows, spans }: Pick<StripData, 'rows' | 'spans'>, width: number): Scale => {
  // a statement of the provider may be older than the event before it
  let latest = Number.NEGATIVE_INFINITY;
  const instants = rows.map(({ instant }) => {
    latest = Math.max(latest, instant);
    return latest;
  });
  const [first = 0, last = 0] = [instants[0], instants.at(-1)];
  const open = spans.filter(({ until }) => until === null).map(({ dueAt }) => dueAt);
  const end = Math.max(last, Math.min(Math.max(last, ...open), last + (last - first) * 0.2), first + 1);
  const room = Math.max(1, width - GUTTER - 12 - tailOf(width));
  return {
    first,
    end,
    toX: (instant) => GUTTER + Math.min(1.01, Math.max(0, (instant - first) / (end - first))) * room,
    toRow: (x) => lastAtOrBefore(instants, first + ((x - GUTTER) / room) * (end - first)),
  };
};

type Bar = { span: Span; from: number; to: number; line: number };

/** The deadlines in as few lines as fit; further ones share the last. */
const barsOf = ({ rows, spans }: StripData, { toX }: Scale): Bar[] => {
  const ends: number[] = [];
  const at = (revision: number) => toX(rows[revision]?.instant ?? 0);
  return spans.map((span) => {
    const from = at(span.from);
    const to = Math.max(from + 2, span.until === null ? toX(span.dueAt) : at(span.until));
    const free = ends.findIndex((end) => end <= from);
    const line = free >= 0 ? free : Math.min(ends.length, MOST_BARS - 1);
    ends[line] = Math.max(ends[line] ?? 0, to + 2);
    return { span, from, to, line };
  });
};

export type Sizes = { lanes: number; money: number; deadlines: number; height: number; bars: readonly Bar[] };

export const sizesOf = (data: StripData, scale: Scale): Sizes => {
  const bars = barsOf(data, scale);
  const lanes = data.lanes.length * LANE;
  const money = data.money.length > 0 ? MONEY + GAP : 0;
  const lines = Math.max(0, ...bars.map(({ line }) => line + 1));
  const deadlines = lines > 0 ? lines * (BAR + 3) + GAP : 0;
  return { lanes, money, deadlines, height: lanes + money + deadlines + AXIS, bars };
};

type Paint = { context: CanvasRenderingContext2D; colour: (name: string) => string; width: number };

const label = ({ context, colour }: Paint, text: string, y: number): void => {
  context.fillStyle = colour('--color-ash');
  context.fillText(text, 4, y);
};

/** One mark per pixel, however many events share it. */
const drawLanes = (paint: Paint, { rows, lanes }: StripData, { toX }: Scale): void => {
  const { context, colour, width } = paint;
  for (const [place, lane] of lanes.entries()) {
    const middle = place * LANE + LANE / 2;
    label(paint, lane, middle);
    context.fillStyle = colour('--color-line');
    context.fillRect(GUTTER, middle, width - GUTTER, 1);
    const columns = new Map<number, number>();
    for (const row of rows)
      if (row.lane === lane) {
        const column = Math.round(toX(row.instant));
        columns.set(column, (columns.get(column) ?? 0) + 1);
      }
    context.fillStyle = colour(lane === 'system' || lane === 'provider' ? '--color-ash' : '--color-ivory');
    for (const [column, count] of columns) {
      const height = count > 1 ? LANE - 5 : 6;
      context.fillRect(column - 1.5, middle - height / 2 + 0.5, 3, height);
    }
  }
};

const totalOf = (bands: readonly number[] = []): number => bands.reduce((sum, cents) => sum + Math.max(0, cents), 0);

/** A sum of one band, from one change of the money to the next. Pixels, from the top of the money. */
export type MoneyBlock = { band: number; from: number; to: number; top: number; height: number; cents: number };

/** The money as blocks. The last ones go on after the last event, because the money stays there. */
export const moneyBlocks = (
  { rows, money }: Pick<StripData, 'rows' | 'money'>,
  { toX }: Pick<Scale, 'toX'>,
  width: number,
): MoneyBlock[] => {
  const most = Math.max(1, ...money.map(totalOf));
  const changes = money.flatMap((bands, place) =>
    String(bands) === String(money[place - 1] ?? []) ? [] : [{ bands, from: toX(rows[place]?.instant ?? 0) }],
  );
  const last = toX(rows[money.length - 1]?.instant ?? 0);
  const end = Math.min(width, last + tailOf(width));
  return changes.flatMap(({ bands, from }, place) => {
    let top = MONEY;
    return bands.flatMap((cents, band) => {
      const height = (Math.max(0, cents) / most) * MONEY;
      top -= height;
      const to = changes[place + 1]?.from ?? end;
      return height === 0 ? [] : [{ band, from, to, top, height, cents }];
    });
  });
};

/** The sum of each band is written where its block has room. */
const drawMoney = (paint: Paint, data: StripData, scale: Scale, top: number): void => {
  if (data.money.length === 0) return;
  const { context, colour, width } = paint;
  label(paint, 'money', top + MONEY / 2);
  for (const block of moneyBlocks(data, scale, width)) {
    context.globalAlpha = 0.75;
    context.fillStyle = colour(BAND_COLOURS[MONEY_BAND_NAMES[block.band] as MoneyBand]);
    context.fillRect(block.from, top + block.top, Math.max(1, block.to - block.from), block.height);
    context.globalAlpha = 1;
    const word = data.sumWord(block.cents);
    if (block.height < SUM_HEIGHT || context.measureText(word).width + 8 > block.to - block.from) continue;
    context.fillStyle = colour('--color-ivory');
    context.fillText(word, block.from + 4, top + block.top + block.height / 2);
  }
};

/** The distance in pixels at which a mark is meant. */
const NEAR = 5;
const MOST_NAMED = 4;
const STEPS = [
  ...[1, 5, 15].map((count) => count * SECOND),
  ...[1, 5, 15].map((count) => count * MINUTE),
  ...[1, 3, 6, 12].map((count) => count * HOUR),
  ...[1, 2, 7, 14, 28, 91].map((count) => count * DAY),
];

const drawDeadlines = (paint: Paint, { deadlineWord }: StripData, bars: readonly Bar[], top: number): void => {
  if (bars.length === 0) return;
  const { context, colour } = paint;
  label(paint, 'deadlines', top + BAR / 2 + 1);
  for (const { span, from, to, line } of bars) {
    const y = top + line * (BAR + 3);
    context.fillStyle = colour(span.until === null ? '--color-frost' : '--color-frost-line');
    context.fillRect(from, y, to - from, BAR);
    const word = deadlineWord(span.kind);
    const length = context.measureText(word).width;
    // beside its bar it would stand over time in which it did not run
    if (length > to - from - 8) continue;
    context.fillStyle = colour(span.until === null ? '--color-on-frost' : '--color-ivory');
    context.fillText(word, from + 4, y + BAR / 2 + 0.5);
  }
};

/** The mark of an instant: its day, its time, or both in turn where several marks are on one day. */
const dateWord = (zone: Zone, instant: number, { first, end }: Scale, step: number, dayBefore: string): string => {
  const word = timeIn(zone, instant, first);
  if (zone === 'elapsed') return word;
  const day = word.slice(0, 6);
  return end - first > 2 * DAY && day !== dayBefore ? day : word.slice(13, step < MINUTE ? 21 : 18);
};

/** The dates of the axis, as many as have room: whole days or hours of a history, from its first event on. No mark repeats the one before. */
export const datesOf = (zone: Zone, scale: Scale, width: number): { x: number; word: string }[] => {
  const { first, end, toX } = scale;
  const count = Math.max(1, Math.floor((width - GUTTER) / DATE));
  const step = STEPS.find((each) => (end - first) / each <= count) ?? (end - first) / count;
  const dates: { x: number; word: string }[] = [];
  let [dayBefore, wordBefore] = ['', ''];
  for (let instant = first; instant <= end && dates.length <= count; instant += step) {
    const x = toX(instant);
    const word = dateWord(zone, instant, scale, step, dayBefore);
    if (x + DATE / 2 < width && word !== wordBefore) dates.push({ x, word });
    dayBefore = timeIn(zone, instant, first).slice(0, 6);
    wordBefore = word;
  }
  return dates;
};

/** The day of an axis that shows only times; empty for others. */
export const axisDay = (zone: Zone, { first, end }: Scale): string =>
  zone === 'elapsed' || end - first > 2 * DAY ? '' : timeIn(zone, first, first).slice(0, 11);

const drawAxis = (paint: Paint, { zone }: StripData, scale: Scale, { height }: Sizes): void => {
  const { context, colour, width } = paint;
  const top = height - AXIS + 2;
  label(paint, axisDay(zone, scale), top + 9);
  context.fillStyle = colour('--color-line');
  context.fillRect(GUTTER, top, width - GUTTER, 1);
  context.fillStyle = colour('--color-ash');
  for (const { x, word } of datesOf(zone, scale, width)) {
    context.fillRect(x, top, 1, 4);
    context.fillText(word, x + 3, top + 9);
  }
};

/** Describes the drawing at a place of the strip; empty where there is none. */
export const wordsAt = (
  { x, y }: { x: number; y: number },
  { rows, lanes, money, deadlineWord, sumWord, zone }: StripData,
  { toX, toRow, first }: Scale,
  sizes: Sizes,
): string => {
  if (x < GUTTER - NEAR) return '';
  const time = (instant: number) => namedTimeIn(zone, instant, first);
  const lane = lanes[Math.floor(y / LANE)];
  if (y < sizes.lanes && lane !== undefined) {
    const near = rows.filter((row) => row.lane === lane && Math.abs(toX(row.instant) - x) <= NEAR);
    const shown = near.slice(0, MOST_NAMED).map((row) => `${row.revision} ${row.type}, ${time(row.instant)}`);
    return [...shown, ...(near.length > MOST_NAMED ? [`and ${near.length - MOST_NAMED} more`] : [])].join('\n');
  }
  if (y < sizes.lanes + sizes.money) {
    const bands = money[Math.min(toRow(x), money.length - 1)] ?? [];
    const named = bands.flatMap((cents, band) =>
      cents > 0 ? [`${sumWord(cents)} ${BAND_WORDS[MONEY_BAND_NAMES[band] as MoneyBand]}`] : [],
    );
    return named.join('\n');
  }
  const line = Math.floor((y - sizes.lanes - sizes.money - GAP / 2) / (BAR + 3));
  const bar = sizes.bars.find((each) => each.line === line && x >= each.from - 2 && x <= each.to + 2);
  if (!bar) return '';
  const { kind, dueAt, from, until } = bar.span;
  const end = until === null ? 'still armed' : `ended by event ${until}`;
  return `${deadlineWord(kind)}\ndue ${time(dueAt)}\narmed by event ${from}, ${end}`;
};

/** Draws lanes, money and deadlines. The handles are separate elements above it, so scrubbing redraws nothing. */
export const drawStrip = (
  canvas: HTMLCanvasElement,
  data: StripData,
  scale: Scale,
  sizes: Sizes,
  width: number,
): void => {
  const context = canvas.getContext('2d');
  if (!context) return;
  const ratio = window.devicePixelRatio || 1;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(sizes.height * ratio);
  context.scale(ratio, ratio);
  const style = getComputedStyle(canvas);
  const paint: Paint = { context, width, colour: (name) => style.getPropertyValue(name) || '#888' };
  context.textBaseline = 'middle';
  context.font = `11px ${style.fontFamily}`;
  drawLanes(paint, data, scale);
  drawMoney(paint, data, scale, sizes.lanes + GAP / 2);
  drawDeadlines(paint, data, sizes.bars, sizes.lanes + sizes.money + GAP / 2);
  drawAxis(paint, data, scale, sizes);
};
