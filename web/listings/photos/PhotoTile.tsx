import { Badge } from '../../ui/Badge.tsx';
import { IconButton } from '../../ui/Button.tsx';
import { isNew, type Photo } from './photoRules.ts';

type PhotoTileProps = {
  photo: Photo;
  index: number;
  count: number;
  progress: number | undefined;
  busy: boolean;
  dragged: boolean;
  onMove: (to: number) => void;
  onRemove: () => void;
  onDragStart: () => void;
  onDragEnd: () => void;
  onDropHere: () => void;
};

/** One chosen photo, draggable, with buttons that do the same by keyboard and touch. */
export const PhotoTile = (props: PhotoTileProps) => {
  const { photo, index, count, progress, busy, dragged, onMove, onRemove, onDragStart, onDragEnd, onDropHere } = props;
  const name = `photo ${index + 1}`;
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
      />
      {index === 0 && <Badge tone="wait">Cover</Badge>}
      <div className="photo-tools">
        <IconButton
          icon="back"
          label={`Move ${name} earlier`}
          // Not disabled at the end of the row: that would take the focus away from whoever has just moved it there.
          aria-disabled={index === 0}
          disabled={busy}
          onClick={() => index > 0 && onMove(index - 1)}
        />
        <IconButton icon="trash" label={`Remove ${name}`} disabled={busy} onClick={onRemove} />
        <IconButton
          icon="forward"
          label={`Move ${name} later`}
          aria-disabled={index === count - 1}
          disabled={busy}
          onClick={() => index < count - 1 && onMove(index + 1)}
        />
      </div>
      {progress !== undefined && (
        <progress className="photo-progress" value={progress} max={1} aria-label={`Upload of ${name}`} />
      )}
    </li>
  );
};
