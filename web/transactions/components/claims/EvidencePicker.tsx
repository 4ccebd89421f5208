import { useEffect, useId, useRef, useState } from 'react';
import { IMAGE_TYPES, MAX_EVIDENCE, UNREADABLE_IMAGE } from '#application/contract/limits.ts';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { FieldError } from '../../../ui/Field.tsx';
import { needPreparation, preparedPhotos } from '../../../ui/preparedPhotos.ts';
import { sortOutEvidence } from './evidenceRules.ts';

export type PickedPhoto = { id: string; file: File; preview: string };

type EvidencePickerProps = {
  photos: readonly PickedPhoto[];
  onChange: (photos: PickedPhoto[]) => void;
  required: boolean;
  error: string | undefined;
  preparing: boolean;
  /** True while large photos are scaled down; they are not in `photos` yet. */
  onPreparing: (preparing: boolean) => void;
};

export const toPhoto = (file: File): PickedPhoto => ({
  id: crypto.randomUUID(),
  file,
  preview: URL.createObjectURL(file),
});

/** Evidence photos, each with a remove button. */
export const EvidencePicker = ({ photos, onChange, required, error, preparing, onPreparing }: EvidencePickerProps) => {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const choose = useRef<HTMLButtonElement>(null);
  const [refused, setRefused] = useState<string[]>([]);

  const previews = useRef(photos);
  previews.current = photos;
  useEffect(() => () => previews.current.forEach(({ preview }) => void URL.revokeObjectURL(preview)), []);

  const prepared = async (files: readonly File[]): Promise<readonly File[]> => {
    if (!needPreparation(files)) return files;
    onPreparing(true);
    try {
      return await preparedPhotos(files);
    } finally {
      onPreparing(false);
    }
  };
  const add = async (files: readonly File[]) => {
    const { accepted, refusals } = sortOutEvidence(await prepared(files), previews.current.length);
    setRefused(refusals);
    if (accepted.length > 0) onChange([...previews.current, ...accepted.map(toPhoto)]);
  };
  const leaveOut = (gone: PickedPhoto) => {
    setRefused([`${gone.file.name}: ${UNREADABLE_IMAGE}`]);
    remove(gone);
  };
  const remove = (gone: PickedPhoto) => {
    URL.revokeObjectURL(gone.preview);
    onChange(previews.current.filter((photo) => photo !== gone));
    choose.current?.focus();
  };

  return (
    <fieldset className="field" aria-describedby={`${id}-hint`}>
      <legend>Photos{!required && <span className="opt"> (optional)</span>}</legend>
      <p className="hint" id={`${id}-hint`}>
        {preparing
          ? 'Preparing your photos…'
          : `JPEG, PNG or WebP; large photos are scaled down. ${photos.length}\u00a0of\u00a0${MAX_EVIDENCE}.`}
      </p>
      <div>
        <Button
          ref={choose}
          size="sm"
          icon="image"
          disabled={preparing || photos.length >= MAX_EVIDENCE}
          onClick={() => input.current?.click()}
        >
          Add photos
        </Button>
      </div>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="Photos"
        accept={IMAGE_TYPES.join(',')}
        multiple
        onChange={(event) => {
          void add([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      {photos.length > 0 && (
        <ul className="evidence">
          {photos.map((photo, index) => (
            <li key={photo.id}>
              <img src={photo.preview} alt={photo.file.name} width={160} height={120} onError={() => leaveOut(photo)} />
              <IconButton icon="close" label={`Remove photo ${index + 1}`} onClick={() => remove(photo)} />
            </li>
          ))}
        </ul>
      )}
      <FieldError message={error ?? (refused.join(' ') || undefined)} />
    </fieldset>
  );
};
