import { Dialog as Primitive } from 'radix-ui';
import { type KeyboardEvent, type MouseEvent, useLayoutEffect, useRef, useState } from 'react';
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
  /** Such as "2 of 3"; undefined for a single photo. */
  place: string | undefined;
  onStep: (by: number) => void;
};

/** One photo full-screen; a press zooms in, and then the photo scrolls. */
export const Enlarged = ({ open, onOpenChange, title, image, alt, place, onStep }: EnlargedProps) => {
  const giveBack = useFocusReturn(open);
  const [closer, setCloser] = useState(false);
  const view = useRef<HTMLDivElement>(null);
  /** The pressed point as fractions of width and height; the centre by keyboard. */
  const point = useRef({ x: 0.5, y: 0.5 });
  useLayoutEffect(() => {
    const { current } = view;
    if (!closer || !current) return;
    current.scrollLeft = point.current.x * current.scrollWidth - current.clientWidth / 2;
    current.scrollTop = point.current.y * current.scrollHeight - current.clientHeight / 2;
  }, [closer]);
  const press = ({ detail, clientX, clientY, currentTarget }: MouseEvent) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    point.current = detail === 0 ? { x: 0.5, y: 0.5 } : { x: (clientX - left) / width, y: (clientY - top) / height };
    setCloser(!closer);
  };
  // When zoomed in, arrow keys scroll the photo; otherwise they turn the gallery.
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
          <div ref={view} className={classes('enlarged-place', closer && 'is-closer')} onKeyDown={onKeyDown}>
            <button type="button" aria-label="Zoom in" aria-pressed={closer} onClick={press}>
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
