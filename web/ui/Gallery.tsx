import { type KeyboardEvent, useState } from 'react';
import { GALLERY_SIZES } from '../api/files.ts';
import { IconButton } from './Button.tsx';
import type { EnlargedProps } from './Enlarged.tsx';
import { onceOpened } from './onceOpened.tsx';
import { Photo, type StoredImage } from './Photo.tsx';

const Enlarged = onceOpened<EnlargedProps>(async () => (await import('./Enlarged.tsx')).Enlarged);

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };

/** A large photo with previous and next, and thumbnails in six columns; arrow keys work inside, a press enlarges. */
export const Gallery = ({ images, title }: { images: readonly StoredImage[]; title: string }) => {
  const [chosen, setChosen] = useState(0);
  const [enlarged, setEnlarged] = useState(false);
  const current = Math.min(chosen, Math.max(0, images.length - 1));
  const image = images[current];
  const place = images.length > 1 ? `${current + 1} of ${images.length}` : undefined;
  const several = images.length > 1;
  const alt = place ? `${title}, photo ${place}` : title;
  const step = (by: number) => setChosen((current + by + images.length) % images.length);
  const onKeyDown = (event: KeyboardEvent) => {
    const by = STEPS[event.key];
    if (!several || by === undefined) return;
    event.preventDefault();
    step(by);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: no form here; the group only listens for the keys of the buttons inside
    <div role="group" aria-roledescription="gallery" aria-label={`Photos of ${title}`} onKeyDown={onKeyDown}>
      <div className="gallery">
        <figure className="frame">
          <Photo image={image} alt={alt} sizes={GALLERY_SIZES} eager />
        </figure>
        {image && (
          <button
            type="button"
            className="gallery-enlarge"
            aria-label={place ? `Enlarge photo ${place}` : 'Enlarge the photo'}
            aria-haspopup="dialog"
            onClick={() => setEnlarged(true)}
          />
        )}
        {several && (
          <div className="gallery-nav">
            <IconButton icon="back" label="Previous photo" onClick={() => step(-1)} />
            <IconButton icon="forward" label="Next photo" onClick={() => step(1)} />
          </div>
        )}
      </div>
      {several && (
        <div className="thumbs">
          {images.map((image, index) => (
            <button
              key={`${image.s3Key}/${image.original}`}
              type="button"
              aria-label={`Photo ${index + 1} of ${images.length}`}
              aria-current={index === current || undefined}
              onClick={() => setChosen(index)}
            >
              <Photo image={image.thumbnail ? image : undefined} alt="" size="thumbnail" placeholder="No thumbnail" />
            </button>
          ))}
        </div>
      )}
      <p className="sr-only" aria-live="polite">
        {place ? `Photo ${place}` : ''}
      </p>
      {image && (
        <Enlarged
          open={enlarged}
          onOpenChange={setEnlarged}
          onStep={step}
          title={title}
          image={image}
          alt={alt}
          place={place}
        />
      )}
    </div>
  );
};
