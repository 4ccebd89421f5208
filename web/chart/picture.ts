/** A region of the statechart with places for its states and ways for its arrows, in pixels. */
export type Picture = {
  width: number;
  height: number;
  states: readonly { name: string; x: number; y: number; width: number; height: number }[];
  arrows: readonly Arrow[];
};

/** `facts`: what takes it. `d`: its way, as a path of SVG. */
export type Arrow = { from: string; to: string; facts: readonly string[]; d: string };
