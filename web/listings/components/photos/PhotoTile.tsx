import { useEffect, useRef, useState } from 'react';
import { Badge } from '../../../ui/Badge.tsx';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { toast } from '../../../ui/toast.ts';
import { HINTS } from '../../text/hintText.ts';
import type { PhotoHint } from './photoHints.ts';
import { type Drawn, isCropped, isNew, type NewPhoto, type Photo } from './photoRules.ts';

type PhotoTileProps = {
  photo: Photo;
  index: number;
  count: number;
  progress: number | undefined;
  busy: boolean;
  dragged: boolean;
  onMove: (to: number) => void;
  onRemove: () => void;
  /** The browser cannot decode the file. */
  onUnreadable: () => void;
  /** The photo was redrawn; `change` describes how. */
  onDrawn: (drawn: Drawn, change: string) => void;
  onCrop: () => void;
  onDragStart: () => void;
  onDragEnd: () => void;
  onDropHere: () => void;
};

/** Quality hints. If the browser cannot decode the file, there are none. */
const Hints = ({ file, name }: { file: File; name: string }) => {
  const [hints, setHints] = useState<readonly PhotoHint[]>([]);
  useEffect(() => {
    let left = false;
    const look = async () => {
      const found = await (await import('./drawn.ts')).hintsOf(file);
      if (!left) setHints(found);
    };
    look().catch(() => setHints([]));
    return () => {
      left = true;
    };
  }, [file]);
  return (
    <p className="photo-hint small" role="status">
      {hints.map((hint) => (
        <span key={hint}>
          <span className="sr-only">{name}: </span>
          {HINTS[hint]}
        </span>
      ))}
    </p>
  );
};

/** One photo: draggable, with buttons that do the same by keyboard and touch. */
export const PhotoTile = (props: PhotoTileProps) => {
  const { photo, index, count, progress, busy, dragged, onMove, onRemove, onUnreadable, onDrawn, onCrop } = props;
  const { onDragStart, onDragEnd, onDropHere } = props;
  const [turning, setTurning] = useState(false);
  const name = `photo ${index + 1}`;
  const crop = useRef<HTMLButtonElement>(null);
  const turn = async (whole: NewPhoto) => {
    setTurning(true);
    try {
      onDrawn(await (await import('./redrawn.ts')).turnedRight(whole), 'rotated to the right');
    } catch {
      toast.error('This photo cannot be rotated here', whole.file.name);
    } finally {
      setTurning(false);
    }
  };
  return (
    <li
      draggable={!busy}
      data-dragged={dragged || undefined}
      onDragStart={onDragStart}
      onDragEnd={onDragEnd}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        onDropHere();
      }}
    >
      <img
        src={photo.preview}
        alt={isNew(photo) ? `${name}: ${photo.file.name}` : name}
        width={160}
        height={120}
        draggable={false}
        onError={() => isNew(photo) && onUnreadable()}
      />
      {index === 0 && <Badge tone="wait">Cover</Badge>}
      <div className="photo-tools">
        <IconButton
          icon="back"
          label={`Move ${name} earlier`}
          // Not `disabled` at either end: that would drop the focus of the user who just moved it there.
          aria-disabled={index === 0}
          disabled={busy}
          onClick={() => index > 0 && onMove(index - 1)}
        />
        {isNew(photo) && (
          <Button
            className="btn-icon"
            title={`Rotate ${name} to the right`}
            aria-label={`Rotate ${name} to the right`}
            aria-disabled={turning}
            disabled={busy}
            onClick={() => !turning && void turn(photo)}
          >
            {/* Inline rather than in the shared icons, which every first page carries. */}
            <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
              <path d="M19.500 4.500v5h-5M19 9.500a7.500 7.500 0 1 0 0.500 4" />
            </svg>
          </Button>
        )}
        <IconButton icon="trash" label={`Remove ${name}`} disabled={busy} onClick={onRemove} />
        <IconButton
          icon="forward"
          label={`Move ${name} later`}
          aria-disabled={index === count - 1}
          disabled={busy}
          onClick={() => index < count - 1 && onMove(index + 1)}
        />
      </div>
      <div className="photo-part">
        <Button ref={crop} size="sm" look="quiet" aria-label={`Crop ${name}`} disabled={busy} onClick={onCrop}>
          Crop
        </Button>
        {isCropped(photo) && (
          <Button
            size="sm"
            look="quiet"
            aria-label={`Whole picture of ${name}`}
            disabled={busy}
            onClick={() => {
              // The pressed button disappears.
              crop.current?.focus();
              onDrawn({ file: photo.cropped.whole, chosen: photo.chosen }, 'is the whole picture again');
            }}
          >
            Whole picture
          </Button>
        )}
      </div>
      {isNew(photo) && <Hints file={photo.file} name={name} />}
      {progress !== undefined && (
        <progress className="photo-progress" value={progress} max={1} aria-label={`Upload of ${name}`} />
      )}
    </li>
  );
};
