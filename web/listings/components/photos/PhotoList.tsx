import { useState } from 'react';
import { onceOpened } from '../../../ui/onceOpened.tsx';
import { PhotoTile } from './PhotoTile.tsx';
import type { Drawn, Photo } from './photoRules.ts';

const CropDialog = onceOpened(async () => (await import('./crop/CropDialog.tsx')).CropDialog);

type PhotoListProps = {
  photos: readonly Photo[];
  progress: readonly number[] | undefined;
  onMove: (from: number, to: number) => void;
  onRemove: (index: number) => void;
  onUnreadable: (photo: Photo) => void;
  /** The photo was redrawn; `change` describes how. */
  onDrawn: (index: number, drawn: Drawn, change: string) => void;
};

export const PhotoList = ({ photos, progress, onMove, onRemove, onUnreadable, onDrawn }: PhotoListProps) => {
  const [dragged, setDragged] = useState<number>();
  const [cropped, setCropped] = useState(0);
  const [cropping, setCropping] = useState(false);
  const photo = photos[cropped];
  return (
    <>
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
            onUnreadable={() => onUnreadable(photo)}
            onDrawn={(drawn, change) => onDrawn(index, drawn, change)}
            onCrop={() => {
              setCropped(index);
              setCropping(true);
            }}
            onDragStart={() => setDragged(index)}
            onDragEnd={() => setDragged(undefined)}
            onDropHere={() => dragged !== undefined && dragged !== index && onMove(dragged, index)}
          />
        ))}
      </ol>
      {photo && (
        <CropDialog
          open={cropping}
          onOpenChange={setCropping}
          photo={photo}
          name={`photo ${cropped + 1}`}
          onDrawn={(drawn, change) => onDrawn(cropped, drawn, change)}
        />
      )}
    </>
  );
};
