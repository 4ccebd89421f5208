/** A region of the statechart with positions for states and arrows, in pixels. */
export type Picture = {
  width: number;
  height: number;
  states: readonly { name: string; x: number; y: number; width: number; height: number }[];
  arrows: readonly Arrow[];
};

/** `events`: the events that take it. `d`: SVG path. */
export type Arrow = { from: string; to: string; events: readonly string[]; d: string };
