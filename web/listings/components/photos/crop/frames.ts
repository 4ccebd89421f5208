import { SHOWN_SIDE } from '../photoHints.ts';
import type { Part } from '../photoRules.ts';

/** All values are whole pixels of the picture. */
export type Size = { width: number; height: number };
export type Frame = Size & { x: number; y: number };
type Step = { x: number; y: number };
/** The dragged corner; the opposite one stays fixed. */
export type Corner = { x: -1 | 1; y: -1 | 1 };

/** Horizontal and vertical sign. */
const RATIOS = { free: undefined, square: [1, 1], '4:3': [4, 3] } as const;
export type Shape = keyof typeof RATIOS;
export const SHAPES = Object.keys(RATIOS) as readonly Shape[];
type Ratio = readonly [number, number];

const BEGINS_WITH = 4 / 5;

const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));

/** A sixth of the longer side: smaller frames are hard to grab by touch. */
export const leastSide = ({ width, height }: Size): number =>
  Math.min(width, height, Math.ceil(Math.max(width, height) / 6));

const highest = (room: Size, [across, down]: Ratio): number =>
  Math.max(1, Math.min(room.height, Math.floor((room.width * down) / across)));

const widthOf = (height: number, [across, down]: Ratio): number => Math.ceil((height * across) / down);

const placed = (frame: Frame, picture: Size): Frame => ({
  ...frame,
  x: clamp(Math.round(frame.x), 0, picture.width - frame.width),
  y: clamp(Math.round(frame.y), 0, picture.height - frame.height),
});

export const movedBy = (frame: Frame, by: Step, picture: Size): Frame =>
  placed({ ...frame, x: frame.x + by.x, y: frame.y + by.y }, picture);

const ofRatio = (height: number, ratio: Ratio, room: Size, picture: Size): Size => {
  const least = Math.min(leastSide(picture), highest(picture, ratio));
  const rounded = clamp(Math.round(height), least, highest(room, ratio));
  return { width: widthOf(rounded, ratio), height: rounded };
};

const sizeWithin = (wanted: Size, shape: Shape, room: Size, picture: Size): Size => {
  const ratio = RATIOS[shape];
  if (!ratio) {
    const least = leastSide(picture);
    return {
      width: clamp(Math.round(wanted.width), least, room.width),
      height: clamp(Math.round(wanted.height), least, room.height),
    };
  }
  const [across, down] = ratio;
  // the point on the frame's diagonal nearest to the pointer
  const height = ((wanted.width * across + wanted.height * down) * down) / (across ** 2 + down ** 2);
  return ofRatio(height, ratio, room, picture);
};

/** The frame already has the shape. */
export const sizedBy = (frame: Frame, corner: Corner, by: Step, shape: Shape, picture: Size): Frame => {
  const room = {
    width: corner.x > 0 ? picture.width - frame.x : frame.x + frame.width,
    height: corner.y > 0 ? picture.height - frame.y : frame.y + frame.height,
  };
  const wanted = { width: frame.width + corner.x * by.x, height: frame.height + corner.y * by.y };
  const { width, height } = sizeWithin(wanted, shape, room, picture);
  return {
    x: corner.x > 0 ? frame.x : frame.x + frame.width - width,
    y: corner.y > 0 ? frame.y : frame.y + frame.height - height,
    width,
    height,
  };
};

/** Changes the shape, keeping area and centre as far as the picture allows. */
export const shaped = (frame: Frame, shape: Shape, picture: Size): Frame => {
  const ratio = RATIOS[shape];
  // in a narrow strip, a fixed shape falls below the minimum side
  if (!ratio) return frameOf(partOf(frame, picture), picture);
  const [across, down] = ratio;
  const size = ofRatio(Math.sqrt((frame.width * frame.height * down) / across), ratio, picture, picture);
  const x = frame.x + (frame.width - size.width) / 2;
  const y = frame.y + (frame.height - size.height) / 2;
  return placed({ ...size, x, y }, picture);
};

export const isWhole = (frame: Size, picture: Size): boolean =>
  frame.width === picture.width && frame.height === picture.height;

/** As fractions of the picture, so the frame fits any size of the same picture. */
export const partOf = (frame: Frame, picture: Size): Part => ({
  x: frame.x / picture.width,
  y: frame.y / picture.height,
  width: frame.width / picture.width,
  height: frame.height / picture.height,
});

export const frameOf = (part: Part, picture: Size): Frame => {
  const least = leastSide(picture);
  const width = clamp(Math.round(part.width * picture.width), least, picture.width);
  const height = clamp(Math.round(part.height * picture.height), least, picture.height);
  return placed({ width, height, x: part.x * picture.width, y: part.y * picture.height }, picture);
};

/** Centred and smaller than the picture, so it can be moved, but large enough to use. */
export const beginning = (picture: Size): Frame => {
  const share = Math.min(1, Math.max(BEGINS_WITH, SHOWN_SIDE / Math.max(picture.width, picture.height)));
  const margin = (1 - share) / 2;
  return frameOf({ x: margin, y: margin, width: share, height: share }, picture);
};

/** The same part after rotating the picture clockwise. */
export const turnedPart = ({ x, y, width, height }: Part): Part => ({
  x: 1 - y - height,
  y: x,
  width: height,
  height: width,
});
