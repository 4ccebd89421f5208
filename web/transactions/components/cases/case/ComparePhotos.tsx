import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useId,
  useRef,
  useState,
} from 'react';
import { Button } from '../../../../ui/Button.tsx';
import { classes } from '../../../../ui/classes.ts';
import { Dialog } from '../../../../ui/Dialog.tsx';
import { useBroken } from '../../../../ui/useBroken.ts';

export type ComparedPhoto = {
  url: string;
  thumbnailUrl: string;
  /** Unique among the photos of its side. */
  name: string;
  /** Absent for a reader who needs a reason. */
  takenAt?: string | null | undefined;
  sha256: string | null;
};

export type CompareProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  sold: readonly ComparedPhoto[];
  claimed: readonly ComparedPhoto[];
  /** The places of the photos to begin with. */
  begun: { sold: number; claimed: number };
  /** Called with the place of each photo that is shown. */
  onShow: (side: 'sold' | 'claimed', place: number) => void;
};

/** What is seen of both photos: `scale` from 1, `x` and `y` as parts of the frame. */
type View = { scale: number; x: number; y: number };
const WHOLE: View = { scale: 1, x: 0, y: 0 };
const MOST_ZOOM = 6;
const STEP = 0.05;

/** No part of the frame stays empty. */
const within = ({ scale, x, y }: View): View => {
  const room = (scale - 1) / 2;
  const held = (at: number) => Math.min(room, Math.max(-room, at));
  return { scale, x: held(x), y: held(y) };
};

const MOVES: Readonly<Record<string, Partial<View>>> = {
  ArrowLeft: { x: STEP },
  ArrowRight: { x: -STEP },
  ArrowUp: { y: STEP },
  ArrowDown: { y: -STEP },
};

const transformOf = ({ scale, x, y }: View): CSSProperties => ({
  transform: `translate(${x * 100}%, ${y * 100}%) scale(${scale})`,
});

const Shown = ({ photo, view, style }: { photo: ComparedPhoto; view: View; style?: CSSProperties }) => {
  const { why, onError } = useBroken(photo.url, 'Not available');
  return why ? (
    <span className="evidence-gone">{why}</span>
  ) : (
    <span className="compare-layer" style={style}>
      <img
        src={photo.url}
        alt={photo.name}
        width={800}
        height={600}
        draggable={false}
        style={transformOf(view)}
        onError={onError}
      />
    </span>
  );
};

const cameraTime = ({ takenAt }: ComparedPhoto): string => {
  if (takenAt === undefined) return 'The camera’s time is in the history of the listing';
  return takenAt ? `Camera: ${takenAt.replace('T', ' ')}` : 'The camera gave no time';
};

const Facts = ({ photo }: { photo: ComparedPhoto }) => (
  <p className="small muted compare-facts">
    {cameraTime(photo)}
    {photo.sha256 && (
      <>
        {' '}
        · SHA-256 <span className="mono">{photo.sha256}</span>
      </>
    )}
  </p>
);

const Choice = ({
  label,
  photos,
  chosen,
  onChoose,
}: {
  label: string;
  photos: readonly ComparedPhoto[];
  chosen: number;
  onChoose: (place: number) => void;
}) => {
  const id = useId();
  return (
    <div className="compare-choice">
      <label htmlFor={id}>{label}</label>
      <select id={id} className="select" value={chosen} onChange={({ target }) => onChoose(Number(target.value))}>
        {photos.map(({ name }, place) => (
          <option key={name} value={place}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
};

/** Two photos with one zoom, side by side or one over the other with a slider between them. */
export const ComparePhotos = ({ open, onOpenChange, sold, claimed, begun, onShow }: CompareProps) => {
  const [places, setPlaces] = useState(begun);
  const [view, setView] = useState(WHOLE);
  const [wipes, setWipes] = useState(false);
  const [wiped, setWiped] = useState(50);
  const grabbed = useRef<{ x: number; y: number } | undefined>(undefined);
  const left = sold[places.sold];
  const right = claimed[places.claimed];
  const both = left !== undefined && right !== undefined;
  const change = (next: Partial<View>) => setView((before) => within({ ...before, ...next }));
  const onPointerMove = ({ clientX, clientY, currentTarget }: PointerEvent) => {
    const from = grabbed.current;
    if (!from) return;
    const { width, height } = currentTarget.getBoundingClientRect();
    grabbed.current = { x: clientX, y: clientY };
    setView((before) =>
      within({ ...before, x: before.x + (clientX - from.x) / width, y: before.y + (clientY - from.y) / height }),
    );
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const move = MOVES[event.key];
    if (!move) return;
    event.preventDefault();
    setView((before) => within({ ...before, x: before.x + (move.x ?? 0), y: before.y + (move.y ?? 0) }));
  };
  const framed = (label: string, photos: ReactNode) => (
    <section
      className="compare-frame"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reachable by keyboard
      tabIndex={0}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        grabbed.current = { x: event.clientX, y: event.clientY };
      }}
      onPointerMove={onPointerMove}
      onPointerUp={() => {
        grabbed.current = undefined;
      }}
      onKeyDown={onKeyDown}
    >
      {photos}
    </section>
  );
  const choices = (
    <>
      {left && (
        <Choice
          label="As sold"
          photos={sold}
          chosen={places.sold}
          onChoose={(place) => {
            setPlaces({ ...places, sold: place });
            onShow('sold', place);
          }}
        />
      )}
      {right && (
        <Choice
          label="As claimed"
          photos={claimed}
          chosen={places.claimed}
          onChoose={(place) => {
            setPlaces({ ...places, claimed: place });
            onShow('claimed', place);
          }}
        />
      )}
    </>
  );
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Compare the photos" wide>
      <div className="compare-tools">
        {choices}
        <label className="compare-zoom">
          Zoom
          <input
            type="range"
            min={1}
            max={MOST_ZOOM}
            step={0.1}
            value={view.scale}
            aria-valuetext={`${view.scale.toFixed(1)} times`}
            onChange={({ target }) => change({ scale: Number(target.value) })}
          />
        </label>
        {both && (
          <Button size="sm" aria-pressed={wipes} onClick={() => setWipes(!wipes)}>
            {wipes ? 'Side by side' : 'One over the other'}
          </Button>
        )}
      </div>
      {both && wipes ? (
        <>
          {framed(
            'Both photos, one over the other',
            <>
              <Shown photo={left} view={view} />
              <Shown photo={right} view={view} style={{ clipPath: `inset(0 0 0 ${wiped}%)` }} />
            </>,
          )}
          <input
            type="range"
            className="compare-wipe"
            min={0}
            max={100}
            value={wiped}
            aria-label="How much of the photo as sold is shown"
            aria-valuetext={`${wiped} %`}
            onChange={({ target }) => setWiped(Number(target.value))}
          />
        </>
      ) : (
        <div className={classes('compare-pair', !both && 'is-single')}>
          {left && framed('As sold', <Shown photo={left} view={view} />)}
          {right && framed('As claimed', <Shown photo={right} view={view} />)}
        </div>
      )}
      <div className="compare-pair">
        {left && <Facts photo={left} />}
        {right && <Facts photo={right} />}
      </div>
    </Dialog>
  );
};
