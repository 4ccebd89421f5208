import { useState } from 'react';
import { Dialog } from '../../ui/dialogsOnDemand.ts';
import { Gallery } from '../../ui/Gallery.tsx';
import { Photo, type StoredImage } from '../../ui/Photo.tsx';

/** The sale's first photo; a press opens all of them, large, with arrows and thumbnails. */
export const SalePhotos = ({ images, title }: { images: readonly StoredImage[]; title: string }) => {
  const [open, setOpen] = useState(false);
  if (images.length === 0) return <Photo image={undefined} alt="" />;
  return (
    <>
      <button type="button" className="tx-photo" aria-label={`Photos of ${title}`} onClick={() => setOpen(true)}>
        <Photo image={images[0]} alt="" size="thumbnail" eager />
        {images.length > 1 && <span className="badge off hide-small">{images.length} photos</span>}
      </button>
      <Dialog open={open} onOpenChange={setOpen} title={title}>
        <Gallery images={images} title={title} />
      </Dialog>
    </>
  );
};
