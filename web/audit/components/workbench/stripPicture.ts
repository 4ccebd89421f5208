import { MONEY_BAND_NAMES, type MoneyBand } from '#domain/audit/replay/moneyBands.ts';
import type { Span } from '#domain/audit/replay/transactionStrip.ts';
import { DAY, HOUR, MINUTE, SECOND } from '#domain/shared/instants.ts';
import { clockIn, instantIn } from './clocks.ts';
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
  fee: '--color-bone',
};
export const BAND_WORDS: Record<MoneyBand, string> = {
  escrow: 'in escrow',
  payable: 'due to the seller',
  paidOut: 'paid out',
  refunded: 'refunded',
  chargedBack: 'charged back',
  fee: 'our fee',
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
  /** The present, by the server’s clock. */
  now: number;
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

const [ESCROW, PAYABLE] = [MONEY_BAND_NAMES.indexOf('escrow'), MONEY_BAND_NAMES.indexOf('payable')];

/** Whether the sale goes on: money waits in escrow or for its payout, or a deadline is armed. */
const isOpen = ({ money, spans }: Pick<StripData, 'money' | 'spans'>): boolean => {
  const bands = money.at(-1) ?? [];
  return (bands[ESCROW] ?? 0) + (bands[PAYABLE] ?? 0) > 0 || spans.some(({ until }) => until === null);
};

type Times = Pick<StripData, 'rows' | 'money' | 'spans' | 'now'>;

/** Time runs from the first event to the last. In an open sale it goes on to the present and to armed deadlines, a fifth further at most. */
export const scaleOf = ({ rows, money, spans, now }: Times, width: number): Scale => {
  // a statement of the provider may be older than the event before it
  let latest = Number.NEGATIVE_INFINITY;
  const instants = rows.map(({ instant }) => {
    latest = Math.max(latest, instant);
    return latest;
  });
  const [first = 0, last = 0] = [instants[0], instants.at(-1)];
  const armed = spans.filter(({ until }) => until === null).map(({ dueAt }) => dueAt);
  const open = isOpen({ money, spans }) ? [now, ...armed] : [];
  const end = Math.max(last, Math.min(Math.max(last, ...open), last + (last - first) * 0.2), first + 1);
  const room = Math.max(1, width - GUTTER - 12 - tailOf(width));
  return {
    first,
    end,
    toX: (instant) => GUTTER + Math.min(1.01, Math.max(0, (instant - first) / (end - first))) * room,
    toRow: (x) => lastAtOrBefore(instants, first + ((x - GUTTER) / room) * (end - first)),
  };
};

/** `isCut`: it is due after the end of the axis. */
type Bar = { span: Span; from: number; to: number; line: number; isCut: boolean };

/** The deadlines in as few lines as fit; further ones share the last. */
const barsOf = ({ rows, spans }: Pick<StripData, 'rows' | 'spans'>, { toX, end }: Scale): Bar[] => {
  const ends: number[] = [];
  const at = (revision: number) => toX(rows[revision]?.instant ?? 0);
  return spans.map((span) => {
    const from = at(span.from);
    const to = Math.max(from + 2, span.until === null ? toX(span.dueAt) : at(span.until));
    const free = ends.findIndex((end) => end <= from);
    const line = free >= 0 ? free : Math.min(ends.length, MOST_BARS - 1);
    ends[line] = Math.max(ends[line] ?? 0, to + 2);
    return { span, from, to, line, isCut: span.until === null && span.dueAt > end };
  });
};

export type Sizes = { lanes: number; money: number; deadlines: number; height: number; bars: readonly Bar[] };

/** The top of a line of deadlines under the lanes and the money. */
const topOf = (above: number, line: number): number => above + GAP / 2 + line * (BAR + 3);

export const sizesOf = (data: StripData, scale: Scale): Sizes => {
  const bars = barsOf(data, scale);
  const lanes = data.lanes.length * LANE;
  const money = data.money.length > 0 ? MONEY + GAP : 0;
  const lines = Math.max(0, ...bars.map(({ line }) => line + 1));
  const deadlines = lines > 0 ? lines * (BAR + 3) + GAP : 0;
  return { lanes, money, deadlines, height: lanes + money + deadlines + AXIS, bars };
};

/** The mark at the end of the bars of one line that are cut. `date`: of the earliest. */
export type Cut = { x: number; y: number; date: string; words: string };

/** Names the deadlines that the axis is too short for. */
export const cutsOf = (
  { deadlineWord, rows, zone }: Pick<StripData, 'deadlineWord' | 'rows' | 'zone'>,
  { lanes, money, bars }: Sizes,
): Cut[] => {
  const first = rows[0]?.instant ?? 0;
  const cut = bars.filter(({ isCut }) => isCut).sort((one, other) => one.span.dueAt - other.span.dueAt);
  return [...new Set(cut.map(({ line }) => line))].map((line) => {
    const here = cut.filter((bar) => bar.line === line);
    const dueAt = here[0]?.span.dueAt ?? 0;
    return {
      x: Math.max(...here.map(({ to }) => to)),
      y: topOf(lanes + money, line),
      date: zone === 'elapsed' ? timeIn(zone, dueAt, first) : timeIn(zone, dueAt, first).slice(0, 6),
      words: here
        .map(
          ({ span }) =>
            `${deadlineWord(span.kind)}: due ${namedTimeIn(zone, span.dueAt, first)}, after the timeline ends`,
        )
        .join('\n'),
    };
  });
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

/** A change that just happened can be seen. */
const LEAST_BLOCK = 3;

/**
 * The end of the last sum, in pixels. In an open sale it is the present, because what follows is not known. Once the sale is over, the money
 * stays where it is, so the sum goes on after the last event.
 */
const moneyEnd = (data: Times, { toX, end }: Pick<Scale, 'toX' | 'end'>, width: number): number => {
  const last = toX(data.rows[data.money.length - 1]?.instant ?? 0);
  return isOpen(data)
    ? Math.max(last + LEAST_BLOCK, toX(Math.min(data.now, end)))
    : Math.min(width, last + tailOf(width));
};

/** The money as blocks, from one change to the next. */
export const moneyBlocks = (data: Times, scale: Pick<Scale, 'toX' | 'end'>, width: number): MoneyBlock[] => {
  const { rows, money } = data;
  const most = Math.max(1, ...money.map(totalOf));
  const changes = money.flatMap((bands, place) =>
    String(bands) === String(money[place - 1] ?? []) ? [] : [{ bands, from: scale.toX(rows[place]?.instant ?? 0) }],
  );
  const end = moneyEnd(data, scale, width);
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

const drawDeadlines = (paint: Paint, { deadlineWord }: StripData, bars: readonly Bar[], above: number): void => {
  if (bars.length === 0) return;
  const { context, colour } = paint;
  label(paint, 'deadlines', topOf(above, 0) + BAR / 2 + 1);
  for (const { span, from, to, line } of bars) {
    const y = topOf(above, line);
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

/** Over a longer time the days carry their year. */
const YEARLESS = 300 * DAY;

/** The mark of an instant: a day at its midnight, else a time. */
const dateWord = (zone: Zone, instant: number, { first, end }: Pick<Scale, 'first' | 'end'>, step: number): string => {
  const word = timeIn(zone, instant, first);
  if (zone === 'elapsed') return word;
  if (step < DAY && word.slice(13) !== '00:00:00') return word.slice(13, step < MINUTE ? 21 : 18);
  return word.slice(0, end - first > YEARLESS ? 11 : 6);
};

/** Every so many hours of the zone’s clock, or every so many days at its midnight; elapsed times count from the first event. */
const instantsOf = (zone: Zone, { first, end }: Pick<Scale, 'first' | 'end'>, step: number): number[] => {
  const instants: number[] = [];
  const unit = Math.min(step, DAY);
  const from = zone === 'elapsed' ? first : Math.ceil(clockIn(zone, first) / unit) * unit;
  for (let clock = from; ; clock += step) {
    const instant = zone === 'elapsed' ? clock : instantIn(zone, clock);
    if (instant > end) break;
    // the hour that a spring change skips
    if (instant >= first && instant > (instants.at(-1) ?? first - 1)) instants.push(instant);
  }
  return instants;
};

/** The dates of the axis, as many as have room. No mark repeats the one before. */
export const datesOf = (zone: Zone, scale: Scale, width: number): { x: number; word: string }[] => {
  const { first, end, toX } = scale;
  const count = Math.max(1, Math.floor((width - GUTTER) / DATE));
  const step = STEPS.find((each) => (end - first) / each <= count) ?? Math.ceil((end - first) / count / DAY) * DAY;
  const marks = instantsOf(zone, scale, step).map((instant) => ({
    x: toX(instant),
    word: dateWord(zone, instant, scale, step),
  }));
  // between two hours: the time of the first event
  if (marks.length === 0) return [{ x: toX(first), word: dateWord(zone, first, scale, Math.min(step, MINUTE)) }];
  return marks.filter(({ x, word }, place) => x + DATE / 2 < width && word !== marks[place - 1]?.word);
};

/** The day on which the axis begins, because its first mark may be a later midnight; empty for elapsed times. */
export const axisDay = (zone: Zone, { first }: Pick<Scale, 'first'>): string =>
  zone === 'elapsed' ? '' : timeIn(zone, first, first).slice(0, 11);

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
  data: StripData,
  scale: Scale,
  sizes: Sizes,
  width: number,
): string => {
  const { rows, lanes, money, deadlineWord, sumWord, zone } = data;
  const { toX, toRow, first } = scale;
  if (x < GUTTER - NEAR) return '';
  const time = (instant: number) => namedTimeIn(zone, instant, first);
  const lane = lanes[Math.floor(y / LANE)];
  if (y < sizes.lanes && lane !== undefined) {
    const near = rows.filter((row) => row.lane === lane && Math.abs(toX(row.instant) - x) <= NEAR);
    const shown = near.slice(0, MOST_NAMED).map((row) => `${row.revision} ${row.type}, ${time(row.instant)}`);
    return [...shown, ...(near.length > MOST_NAMED ? [`and ${near.length - MOST_NAMED} more`] : [])].join('\n');
  }
  if (y < sizes.lanes + sizes.money) {
    if (x > moneyEnd(data, scale, width)) return '';
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
  drawDeadlines(paint, data, sizes.bars, sizes.lanes + sizes.money);
  drawAxis(paint, data, scale, sizes);
};
