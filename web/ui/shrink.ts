/** px: no page shows a larger photo. */
export const LONGEST_SIDE = 2_560;

/** Tried in order until the photo is small enough. */
const ATTEMPTS = [
  { side: LONGEST_SIDE, quality: 0.88 },
  { side: LONGEST_SIDE, quality: 0.75 },
  { side: LONGEST_SIDE, quality: 0.6 },
  { side: 1_600, quality: 0.6 },
];

export const asJpegName = (name: string): string => `${name.replace(/\.[^.]*$/, '')}.jpg`;

const drawn = (picture: ImageBitmap, side: number, quality: number): Promise<Blob | null> => {
  const scale = Math.min(1, side / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  const pen = canvas.getContext('2d');
  if (!pen) return Promise.resolve(null);
  // JPEG has no transparency: paint white behind it instead of black.
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
};

/**
 * The photo, upright, of at most `most` bytes.
 * @throws if the browser cannot decode it
 */
const drawnSmaller = async (file: File, most: number): Promise<File | undefined> => {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  try {
    if (Math.max(picture.width, picture.height) <= LONGEST_SIDE && file.size <= most) return undefined;
    let smallest: Blob | undefined;
    for (const { side, quality } of ATTEMPTS) {
      const blob = await drawn(picture, side, quality);
      if (!blob) break;
      smallest = blob;
      if (blob.size <= most) break;
    }
    if (!smallest || smallest.size >= file.size) return undefined;
    return new File([smallest], asJpegName(file.name), { type: 'image/jpeg', lastModified: file.lastModified });
  } finally {
    picture.close();
  }
};

/** One at a time, since each needs much memory. Photos that cannot be shrunk stay unchanged. */
export const shrunk = async (files: readonly File[], most: number): Promise<File[]> => {
  const made: File[] = [];
  for (const file of files) {
    const smaller = file.type.startsWith('image/') ? await drawnSmaller(file, most).catch(() => undefined) : undefined;
    made.push(smaller ?? file);
  }
  return made;
};
