import elk from 'elkjs/lib/elk.bundled.js';
import type { ElkNode } from 'elkjs/lib/elk-api.js';
import { toDirectedGraph } from 'xstate/graph';
// Not `#domain`: the build runs this before that alias exists.
import { escrow } from '../../domain/transactions/escrow.ts';
import { type TransactionEventType, transactionEvents } from '../../domain/transactions/events.ts';
import { REGION_NAMES } from '../../domain/transactions/process/regions.ts';
import type { Arrow, Picture } from './picture.ts';

const WIDTH = 152;
const HEIGHT = 40;

const OPTIONS = {
  'elk.algorithm': 'layered',
  'elk.direction': 'DOWN',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.layered.spacing.nodeNodeBetweenLayers': '44',
  'elk.spacing.nodeNode': '28',
  'elk.spacing.edgeNode': '16',
  'elk.spacing.edgeEdge': '10',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '10',
  // Keeps the states in the usual order.
  'elk.layered.cycleBreaking.strategy': 'MODEL_ORDER',
  'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
  'elk.padding': '[top=4,left=4,bottom=4,right=4]',
};

const isEvent = (event: string): event is TransactionEventType => event in transactionEvents;

type Graph = ReturnType<typeof toDirectedGraph>;

/** Arrows between different states, each with the events that take it. */
const arrowsIn = (region: Graph): Pick<Arrow, 'from' | 'to' | 'events'>[] => {
  const arrows = new Map<string, Pick<Arrow, 'from' | 'to' | 'events'>>();
  for (const { source, target, label } of region.children.flatMap(({ edges }) => edges)) {
    if (!isEvent(label.text) || source === target) continue;
    const id = `${source.key} ${target.key}`;
    const { events = [] } = arrows.get(id) ?? {};
    arrows.set(id, { from: source.key, to: target.key, events: [...events, label.text] });
  }
  return [...arrows.values()];
};

/** Arrows turn at right angles, so each corner writes one coordinate. */
const path = (points: readonly { x: number; y: number }[]): string =>
  points
    .map(({ x, y }) => ({ x: Math.round(x), y: Math.round(y) }))
    .map(({ x, y }, place, all) => {
      const before = all[place - 1];
      if (x === before?.x) return `V${y}`;
      return y === before?.y ? `H${x}` : `${before ? 'L' : 'M'}${x} ${y}`;
    })
    .join('');

const drawn = async (region: Graph): Promise<Picture> => {
  const arrows = arrowsIn(region);
  const graph: ElkNode = {
    id: region.id,
    layoutOptions: OPTIONS,
    children: region.children.map(({ stateNode }) => ({ id: stateNode.key, width: WIDTH, height: HEIGHT })),
    edges: arrows.map(({ from, to }, place) => ({ id: String(place), sources: [from], targets: [to] })),
  };
  const { width = 0, height = 0, children = [], edges = [] } = await new elk.default().layout(graph);
  return {
    width: Math.ceil(width),
    height: Math.ceil(height),
    states: children.map(({ id, x = 0, y = 0 }) => ({
      name: id,
      x: Math.round(x),
      y: Math.round(y),
      width: WIDTH,
      height: HEIGHT,
    })),
    arrows: arrows.map((arrow, place) => {
      const [section] = edges[place]?.sections ?? [];
      const points = section ? [section.startPoint, ...(section.bendPoints ?? []), section.endPoint] : [];
      return { ...arrow, d: path(points) };
    }),
  };
};

/** Lays out every region with more than one state; deterministic. */
export const layOut = async (): Promise<Record<string, Picture>> => {
  const { children } = toDirectedGraph(escrow);
  const regions = REGION_NAMES.flatMap((name) => children.filter(({ stateNode }) => stateNode.key === name)).filter(
    (region) => region.children.length > 1,
  );
  return Object.fromEntries(
    await Promise.all(regions.map(async (region) => [region.stateNode.key, await drawn(region)] as const)),
  );
};
