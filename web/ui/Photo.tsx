import { type CSSProperties, useState } from 'react';
import { fileUrl, photoSources } from '../api/files.ts';
import { classes } from './classes.ts';

export type StoredImage = { original: string; thumbnail: string; s3Key: string; width?: number; height?: number };

type PhotoProps = {
  image: StoredImage | undefined;
  alt: string;
  size?: 'original' | 'thumbnail';
  /** Rendered width as in an image's `sizes`, to choose between thumbnail and original. */
  sizes?: string;
  /** For the first photos of a page; others load lazily. */
  eager?: boolean;
  /** Text for a missing or broken photo. */
  placeholder?: string;
  className?: string;
  style?: CSSProperties;
};

/** A listing photo in a 4:3 box; a missing or broken one shows a text. */
export const Photo = (props: PhotoProps) => {
  const { image, alt, size = 'original', sizes, eager = false, className, style } = props;
  const { placeholder = 'Image not available' } = props;
  const source = image && fileUrl(image.s3Key, image[size] || image.original);
  const [broken, setBroken] = useState<string>();
  if (!source || broken === source) {
    return (
      <div className={classes('photo-missing', className)} style={style}>
        <svg viewBox="0 0 26 26" aria-hidden="true" focusable="false">
          <path d="M1 7V1h6M19 1h6v6M25 19v6h-6M7 25H1v-6M13 6.5 19 13l-6 6.5L7 13z" />
        </svg>
        <span>{placeholder}</span>
      </div>
    );
  }
  return (
    <img
      className={className}
      style={style}
      {...(sizes && { sizes, srcSet: photoSources(image) })}
      src={source}
      alt={alt}
      width={image.width || 800}
      height={image.height || 600}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : 'auto'}
      decoding="async"
      onError={() => setBroken(source)}
    />
  );
};
