import { useState } from 'react';
import { onceOpened } from '../../../ui/onceOpened.tsx';
import { Photo, type StoredImage } from '../../../ui/Photo.tsx';

const PhotosDialog = onceOpened(async () => (await import('./PhotosDialog.tsx')).PhotosDialog);

/** The first photo; a press opens the gallery. */
export const TransactionPhotos = ({ images, title }: { images: readonly StoredImage[]; title: string }) => {
  const [open, setOpen] = useState(false);
  if (images.length === 0) return <Photo image={undefined} alt="" />;
  return (
    <>
      <button type="button" className="tx-photo" aria-label={`Photos of ${title}`} onClick={() => setOpen(true)}>
        <Photo image={images[0]} alt="" size="thumbnail" eager />
        {images.length > 1 && <span className="badge off hide-small">{images.length} photos</span>}
      </button>
      <PhotosDialog open={open} onOpenChange={setOpen} images={images} title={title} />
    </>
  );
};
