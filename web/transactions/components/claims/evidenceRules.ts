import {
  IMAGE_TOO_LARGE,
  isImageType,
  MAX_EVIDENCE,
  MAX_IMAGE_BYTES,
  TOO_MUCH_EVIDENCE,
  WRONG_IMAGE_TYPE,
} from '#application/contract/limits.ts';

type Candidate = Pick<File, 'name' | 'type' | 'size'>;

const refusalOf = ({ type, size }: Candidate): string | null => {
  if (!isImageType(type)) return WRONG_IMAGE_TYPE;
  return size > MAX_IMAGE_BYTES ? IMAGE_TOO_LARGE : null;
};

/** Accepts files up to the limit and says why the others are refused. */
export const sortOutEvidence = <File extends Candidate>(files: readonly File[], present: number) => {
  const accepted: File[] = [];
  const refusals: string[] = [];
  for (const file of files) {
    const message = refusalOf(file) ?? (present + accepted.length >= MAX_EVIDENCE ? TOO_MUCH_EVIDENCE : null);
    if (message) refusals.push(`${file.name}: ${message}`);
    else accepted.push(file);
  }
  return { accepted, refusals };
};
