import readExif from 'exif-reader';

const LOCAL_TIME_LENGTH = '2026-05-01T10:20:30'.length;

/** EXIF DateTimeOriginal, as the camera's clock showed it, without a zone; null where it is not said, or not in a way that can be read. */
export const takenAtIn = (exif: Buffer | undefined): string | null => {
  if (!exif) return null;
  try {
    const taken = readExif(exif).Photo?.DateTimeOriginal;
    return taken instanceof Date ? taken.toISOString().slice(0, LOCAL_TIME_LENGTH) : null;
  } catch {
    // whatever a file has there besides: it is no reason to refuse its picture
    return null;
  }
};
