import { Dialog as Primitive } from 'radix-ui';
import { type KeyboardEvent, useState } from 'react';
import { fileUrl } from '../api/files.ts';
import { IconButton } from './Button.tsx';
import { classes } from './classes.ts';
import type { StoredImage } from './Photo.tsx';
import { useFocusReturn } from './useFocusReturn.ts';

export type EnlargedProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  image: StoredImage;
  alt: string;
  /** Such as "2 of 3"; undefined where there is only one. */
  place: string | undefined;
  onStep: (by: number) => void;
};

/** One photo over the whole window; a press comes twice as close, and what is closer scrolls. */
export const Enlarged = ({ open, onOpenChange, title, image, alt, place, onStep }: EnlargedProps) => {
  const giveBack = useFocusReturn(open);
  const [closer, setCloser] = useState(false);
  // Closer, the arrow keys move over the photo; otherwise the gallery around turns to the next one.
  const onKeyDown = (event: KeyboardEvent) => {
    if (closer) event.stopPropagation();
  };
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <Primitive.Content className="enlarged" aria-describedby={undefined} onCloseAutoFocus={giveBack}>
          <div className="enlarged-head">
            <Primitive.Title>{title}</Primitive.Title>
            {place && (
              <>
                <IconButton icon="back" label="Previous photo" onClick={() => onStep(-1)} />
                <span className="num small">{place}</span>
                <IconButton icon="forward" label="Next photo" onClick={() => onStep(1)} />
              </>
            )}
            <Primitive.Close asChild>
              <IconButton icon="close" label="Close" />
            </Primitive.Close>
          </div>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: it only keeps from the gallery what is meant for the scrolling */}
          <div className={classes('enlarged-place', closer && 'is-closer')} onKeyDown={onKeyDown}>
            <button type="button" aria-label="Closer" aria-pressed={closer} onClick={() => setCloser(!closer)}>
              <img
                src={fileUrl(image.s3Key, image.original)}
                alt={alt}
                width={image.width || 800}
                height={image.height || 600}
              />
            </button>
          </div>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
};
