import { type CSSProperties, type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { type Corner, type Frame, movedBy, type Shape, type Size, sizedBy } from './frames.ts';

type CropStageProps = {
  picture: Size;
  /** Undefined until the object URL exists. */
  preview: string | undefined;
  frame: Frame;
  shape: Shape;
  disabled: boolean;
  describedBy: string;
  onFrame: (frame: Frame) => void;
};

/** Step of an arrow key as a part of the longer side. */
const STEP = 1 / 100;
const ARROWS: Record<string, { x: number; y: number }> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};
const CORNERS: Record<string, Corner> = {
  'upper-left': { x: -1, y: -1 },
  'upper-right': { x: 1, y: -1 },
  'lower-left': { x: -1, y: 1 },
  'lower-right': { x: 1, y: 1 },
};
const LOWER_RIGHT: Corner = { x: 1, y: 1 };

/** Where a pointer went down, and on which handle of which frame. */
type Pull = { pointer: number; x: number; y: number; frame: Frame; corner: Corner | undefined };

const percent = (part: number, all: number): string => `${(100 * part) / all}%`;

/** The picture with its crop frame, movable and resizable by pointer, touch or arrow keys. */
export const CropStage = ({ picture, preview, frame, shape, disabled, describedBy, onFrame }: CropStageProps) => {
  const stage = useRef<HTMLDivElement>(null);
  const pull = useRef<Pull>(undefined);

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    // ignore a second finger or another button
    if (disabled || pull.current || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const corner = CORNERS[(event.target as HTMLElement).dataset.corner ?? ''];
    pull.current = { pointer: event.pointerId, x: event.clientX, y: event.clientY, frame, corner };
  };
  const onPointerMove = (event: PointerEvent) => {
    const { current } = pull;
    if (!current || !stage.current || event.pointerId !== current.pointer) return;
    const scale = picture.width / stage.current.clientWidth;
    const by = { x: (event.clientX - current.x) * scale, y: (event.clientY - current.y) * scale };
    onFrame(
      current.corner ? sizedBy(current.frame, current.corner, by, shape, picture) : movedBy(current.frame, by, picture),
    );
  };
  const onPointerEnd = (event: PointerEvent) => {
    if (event.pointerId === pull.current?.pointer) pull.current = undefined;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const way = ARROWS[event.key];
    if (!way || disabled) return;
    event.preventDefault();
    const step = Math.max(1, Math.round(Math.max(picture.width, picture.height) * STEP));
    const by = { x: way.x * step, y: way.y * step };
    onFrame(event.shiftKey ? sizedBy(frame, LOWER_RIGHT, by, shape, picture) : movedBy(frame, by, picture));
  };

  const place: CSSProperties = {
    left: percent(frame.x, picture.width),
    top: percent(frame.y, picture.height),
    width: percent(frame.width, picture.width),
    height: percent(frame.height, picture.height),
  };
  return (
    <div ref={stage} className="crop-stage" style={{ '--shape': picture.width / picture.height } as CSSProperties}>
      <div className="crop-picture">
        {preview && <img src={preview} alt="" draggable={false} />}
        <i className="crop-shade" style={place} />
      </div>
      <div
        className="crop-frame"
        style={place}
        role="slider"
        tabIndex={0}
        aria-label="Crop frame"
        aria-describedby={describedBy}
        aria-disabled={disabled}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round((100 * frame.width * frame.height) / (picture.width * picture.height))}
        aria-valuetext={`${frame.x} from the left, ${frame.y} from the top`}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerEnd}
        onPointerCancel={onPointerEnd}
        onKeyDown={onKeyDown}
      >
        {Object.keys(CORNERS).map((corner) => (
          <i key={corner} data-corner={corner} />
        ))}
      </div>
    </div>
  );
};
