import { expect, test } from 'vitest';
import { arrowsOf, REGION_NAMES, REGIONS } from '#domain/transactions/process/regions.ts';
import { layOut } from '#web/chart/layout.ts';
import { pathOf } from '#web/chart/path.ts';

/** The corners of an SVG path. */
const cornersOf = (path: string) => {
  const corners: { x: number; y: number }[] = [];
  for (const [, command, first, second] of path.matchAll(/([A-Z])(\d+)(?: (\d+))?/g)) {
    const { x = 0, y = 0 } = corners.at(-1) ?? {};
    if (command === 'V') corners.push({ x, y: Number(first) });
    else corners.push({ x: Number(first), y: command === 'H' ? y : Number(second) });
  }
  return corners;
};

const isOnEdge = ({ x, y }: { x: number; y: number }, state: { x: number; y: number; width: number; height: number }) =>
  (y === state.y || y === state.y + state.height) && x >= state.x && x <= state.x + state.width;

test('draws every state and arrow of the chart, deterministically', async () => {
  const pictures = await layOut();
  for (const region of REGION_NAMES.filter((name) => name !== 'records')) {
    const { states, arrows, width, height } = pictures[region]!;
    expect(states.map(({ name }) => name)).toEqual(Object.keys(REGIONS[region]));
    const drawn = arrows.flatMap(({ from, to, events }) => events.map((event) => `${from} ${event} ${to}`));
    const known = Object.entries(REGIONS[region]).flatMap(([from, state]) =>
      arrowsOf(from, state).flatMap(([event, to]) => (from === to ? [] : [`${from} ${event} ${to}`])),
    );
    expect(drawn.sort()).toEqual(known.sort());
    for (const { x, y, width: wide, height: high } of states) {
      expect(x + wide).toBeLessThanOrEqual(width);
      expect(y + high).toBeLessThanOrEqual(height);
    }
    for (const { from, to, d } of arrows) {
      expect(d).toMatch(/^M\d+ \d+(L\d+ \d+|[HV]\d+)+$/);
      const corners = cornersOf(d);
      const ends = [from, to].map((name) => states.find((state) => state.name === name)!);
      expect([isOnEdge(corners[0]!, ends[0]!), isOnEdge(corners.at(-1)!, ends[1]!)], d).toEqual([true, true]);
    }
  }
  expect(await layOut()).toEqual(pictures);
});

test('derives the path of a sale from the moves of its regions', () => {
  const { status, money, dispute } = pathOf([
    { region: 'status', from: 'draft', to: 'CREATED' },
    { region: 'status', from: 'CREATED', to: 'AWAIT_SHIPPING' },
    { region: 'money', from: 'none', to: 'escrow' },
  ]);
  expect([...status.taken]).toEqual(['draft CREATED', 'CREATED AWAIT_SHIPPING']);
  expect([status.at, money.at, dispute.at, dispute.taken.size]).toEqual(['AWAIT_SHIPPING', 'escrow', 'none', 0]);
});
