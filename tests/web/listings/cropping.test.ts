import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { property } from '#tests/support/property.ts';
import {
  beginning,
  type Frame,
  frameOf,
  leastSide,
  movedBy,
  partOf,
  SHAPES,
  type Shape,
  type Size,
  shaped,
  sizedBy,
  turnedPart,
} from '#web/listings/components/photos/crop/frames.ts';

const PICTURE = { width: 3_000, height: 2_000 };
const FRAME = { x: 600, y: 400, width: 1_500, height: 1_000 };
const LOWER_RIGHT = { x: 1, y: 1 } as const;
const UPPER_LEFT = { x: -1, y: -1 } as const;

const side = fc.integer({ min: 2, max: 8_000 });
const pictures: fc.Arbitrary<Size> = fc.record({ width: side, height: side });
const far = fc.integer({ min: -20_000, max: 20_000 });
const steps = fc.record({ x: fc.oneof(far, fc.double({ min: -9, max: 9, noNaN: true })), y: far });
const way = fc.constantFrom(-1 as const, 1 as const);
const shapes = fc.constantFrom(...SHAPES);
/** A sequence of actions on a frame. */
const actions = fc.array(
  fc.oneof(
    fc.record({ action: fc.constant('move' as const), by: steps }),
    fc.record({ action: fc.constant('size' as const), by: steps, corner: fc.record({ x: way, y: way }) }),
    fc.record({ action: fc.constant('shape' as const), to: shapes }),
  ),
  { minLength: 1, maxLength: 12 },
);

/** The smallest frame of this shape: as large as fits if the picture is too narrow. */
const leastOf = (shape: Shape, picture: Size): Size => {
  const least = leastSide(picture);
  if (shape === 'free') return { width: least, height: least };
  const [across, down] = shape === 'square' ? [1, 1] : [4, 3];
  const height = Math.max(1, Math.min(least, Math.floor((picture.width * down) / across)));
  return { width: Math.ceil((height * across) / down), height };
};

const isInside = (frame: Frame, picture: Size) =>
  frame.x >= 0 &&
  frame.y >= 0 &&
  frame.x + frame.width <= picture.width &&
  frame.y + frame.height <= picture.height &&
  [frame.x, frame.y, frame.width, frame.height].every(Number.isInteger);

property([pictures, actions])(
  'keeps every frame inside the picture, in its shape and above the minimum size',
  (picture, done) => {
    let shape: Shape = 'free';
    let frame = beginning(picture);
    expect(isInside(frame, picture)).toBe(true);
    for (const one of done) {
      if (one.action === 'shape') shape = one.to;
      if (one.action === 'shape') frame = shaped(frame, shape, picture);
      else if (one.action === 'size') frame = sizedBy(frame, one.corner, one.by, shape, picture);
      else frame = movedBy(frame, one.by, picture);
      expect(isInside(frame, picture), JSON.stringify({ frame, picture, shape })).toBe(true);
      const least = leastOf(shape, picture);
      expect(frame.width).toBeGreaterThanOrEqual(least.width);
      expect(frame.height).toBeGreaterThanOrEqual(least.height);
      if (shape === 'square') expect(frame.width).toBe(frame.height);
      if (shape === '4:3') expect(frame.width).toBe(Math.ceil((frame.height * 4) / 3));
    }
  },
);

property([pictures, steps, steps])('keeps the size of a moved frame', (picture, first, by) => {
  const frame = sizedBy(beginning(picture), UPPER_LEFT, first, 'free', picture);
  const { width, height } = movedBy(frame, by, picture);
  expect({ width, height }).toEqual({ width: frame.width, height: frame.height });
});

property([pictures, steps, way, way, shapes])(
  'keeps the opposite corner in place while resizing',
  (picture, by, x, y, shape) => {
    const frame = shaped(beginning(picture), shape, picture);
    const after = sizedBy(frame, { x, y }, by, shape, picture);
    const across = (one: Frame) => [x > 0 ? one.x : one.x + one.width, y > 0 ? one.y : one.y + one.height];
    expect(across(after)).toEqual(across(frame));
  },
);

property([pictures, steps])('restores a frame from the stored part', (picture, by) => {
  const frame = sizedBy(beginning(picture), LOWER_RIGHT, by, 'free', picture);
  expect(frameOf(partOf(frame, picture), picture)).toEqual(frame);
});

property([pictures])('returns to the same part after four quarter turns', (picture) => {
  const part = partOf(beginning(picture), picture);
  const turned = turnedPart(turnedPart(turnedPart(turnedPart(part))));
  for (const name of ['x', 'y', 'width', 'height'] as const) expect(turned[name]).toBeCloseTo(part[name], 9);
});

describe('a frame', () => {
  test('moves by the given distance and stops at the edge', () => {
    expect(movedBy(FRAME, { x: 10, y: -20 }, PICTURE)).toEqual({ ...FRAME, x: 610, y: 380 });
    expect(movedBy(FRAME, { x: 9_999, y: -9_999 }, PICTURE)).toEqual({ ...FRAME, x: 1_500, y: 0 });
  });
  test('resizes by either corner, between the edge and the minimum size', () => {
    expect(sizedBy(FRAME, LOWER_RIGHT, { x: 100, y: -50 }, 'free', PICTURE)).toEqual({
      ...FRAME,
      width: 1_600,
      height: 950,
    });
    expect(sizedBy(FRAME, UPPER_LEFT, { x: 100, y: -50 }, 'free', PICTURE)).toEqual({
      x: 700,
      y: 350,
      width: 1_400,
      height: 1_050,
    });
    expect(sizedBy(FRAME, LOWER_RIGHT, { x: 9_999, y: 9_999 }, 'free', PICTURE)).toMatchObject({
      width: 2_400,
      height: 1_600,
    });
    expect(sizedBy(FRAME, LOWER_RIGHT, { x: -9_999, y: -9_999 }, 'free', PICTURE)).toMatchObject({
      width: leastSide(PICTURE),
      height: leastSide(PICTURE),
    });
  });
  test('also follows a step in one direction in a fixed shape', () => {
    const square = { x: 100, y: 100, width: 800, height: 800 };
    const wider = sizedBy(square, LOWER_RIGHT, { x: 100, y: 0 }, 'square', PICTURE);
    const lower = sizedBy(square, LOWER_RIGHT, { x: 0, y: -100 }, 'square', PICTURE);
    expect([wider.width, wider.height, lower.width, lower.height]).toEqual([850, 850, 750, 750]);
  });
  test('changes its shape around the same centre, with about the same size', () => {
    expect(shaped({ x: 500, y: 500, width: 1_600, height: 900 }, 'square', PICTURE)).toEqual({
      x: 700,
      y: 350,
      width: 1_200,
      height: 1_200,
    });
  });
  test('starts at the usable size in a picture that is barely large enough', () => {
    expect(beginning(PICTURE)).toEqual({ x: 300, y: 200, width: 2_400, height: 1_600 });
    expect(beginning({ width: 700, height: 500 }).width).toBe(672);
  });
});

test('keeps its content when the picture is rotated to the right', () => {
  expect(turnedPart({ x: 0, y: 0, width: 0.25, height: 0.5 })).toEqual({ x: 0.5, y: 0, width: 0.5, height: 0.25 });
});
