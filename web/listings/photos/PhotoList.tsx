import { useState } from 'react';
import { PhotoTile } from './PhotoTile.tsx';
import type { Photo } from './photoRules.ts';

type PhotoListProps = {
  photos: readonly Photo[];
  progress: readonly number[] | undefined;
  onMove: (from: number, to: number) => void;
  onRemove: (index: number) => void;
  onTurned: (index: number, file: File) => void;
};

/** The chosen photos in their order. */
export const PhotoList = ({ photos, progress, onMove, onRemove, onTurned }: PhotoListProps) => {
  const [dragged, setDragged] = useState<number>();
  return (
    <ol className="photos">
      {photos.map((photo, index) => (
        <PhotoTile
          key={photo.id}
          photo={photo}
          index={index}
          count={photos.length}
          progress={progress?.[index]}
          busy={progress !== undefined}
          dragged={dragged === index}
          onMove={(to) => onMove(index, to)}
          onRemove={() => onRemove(index)}
          onTurned={(file) => onTurned(index, file)}
          onDragStart={() => setDragged(index)}
          onDragEnd={() => setDragged(undefined)}
          onDropHere={() => dragged !== undefined && dragged !== index && onMove(dragged, index)}
        />
      ))}
    </ol>
  );
};
