import { Dialog } from '../../../ui/Dialog.tsx';
import { Gallery } from '../../../ui/Gallery.tsx';
import type { StoredImage } from '../../../ui/Photo.tsx';

type PhotosDialogProps = {
  images: readonly StoredImage[];
  title: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

export const PhotosDialog = ({ images, title, ...opening }: PhotosDialogProps) => (
  <Dialog {...opening} title={title}>
    <Gallery images={images} title={title} />
  </Dialog>
);
