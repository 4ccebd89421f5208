/** As in `application/contract/evidence.ts` and `listings.ts`, written again here because those bring zod with them; a test holds them equal. */
export const MAX_EVIDENCE = 10;
export const MAX_PHOTO_BYTES = 5 * 1024 * 1024;
export const PHOTO_TYPES = ['image/jpeg', 'image/png', 'image/webp'];
export const TOO_MANY = 'At most 10 pieces of evidence';

type Candidate = Pick<File, 'name' | 'type' | 'size'>;

const refusalOf = ({ type, size }: Candidate): string | null => {
  if (!PHOTO_TYPES.includes(type)) return 'Invalid file type. Only JPEG, PNG and WebP are allowed.';
  return size > MAX_PHOTO_BYTES ? 'File is too large. Maximum size is 5MB.' : null;
};

/** Which files go with the `present` ones, and why the others do not. */
export const sortOutEvidence = <File extends Candidate>(files: readonly File[], present: number) => {
  const accepted: File[] = [];
  const refusals: string[] = [];
  for (const file of files) {
    const message = refusalOf(file) ?? (present + accepted.length >= MAX_EVIDENCE ? TOO_MANY : null);
    if (message) refusals.push(`${file.name}: ${message}`);
    else accepted.push(file);
  }
  return { accepted, refusals };
};
