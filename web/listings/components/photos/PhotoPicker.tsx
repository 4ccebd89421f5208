import { type DragEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { IMAGE_TYPES, UNREADABLE_IMAGE } from '#application/contract/limits.ts';
import { MAX_IMAGES } from '#domain/listings/limits.ts';
import { Button } from '../../../ui/Button.tsx';
import { FieldError } from '../../../ui/Field.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { needPreparation, preparedPhotos } from '../../../ui/preparedPhotos.ts';
import { toast } from '../../../ui/toast.ts';
import { PhotoList } from './PhotoList.tsx';
import {
  asChosen,
  type Drawn,
  forgetPreview,
  isNew,
  moved,
  type Photo,
  type Refusal,
  sortOut,
  toPhoto,
} from './photoRules.ts';
import { TakePhoto } from './TakePhoto.tsx';

type PhotoPickerProps = {
  photos: Photo[];
  onChange: (photos: Photo[]) => void;
  error?: string | undefined;
  /** Takes the focus when the photos are invalid. */
  field: RefObject<HTMLInputElement | null>;
  /** Upload progress per photo, 0 to 1; undefined while nothing is sent. */
  progress?: readonly number[] | undefined;
  /** Chosen photos are being resized and are not in the list yet. */
  onPreparing: (preparing: boolean) => void;
};

/** Up to eight photos, chosen or dropped, ordered by dragging or with buttons. The first is the cover. */
export const PhotoPicker = ({ photos, onChange, error, field, progress, onPreparing }: PhotoPickerProps) => {
  const id = useId();
  const [over, setOver] = useState(false);
  const [said, setSaid] = useState('');
  const [preparing, setPreparing] = useState(false);
  const busy = progress !== undefined;

  const previews = useRef(photos);
  previews.current = photos;
  useEffect(() => () => previews.current.forEach(forgetPreview), []);

  const add = async (files: readonly File[]) => {
    const ready = needPreparation(files) ? await made(files) : files;
    const { accepted, refusals } = sortOut(ready, previews.current.length);
    refuse(refusals);
    const chosen = (file: File) => asChosen(file, files[ready.indexOf(file)]);
    if (accepted.length > 0) onChange([...previews.current, ...accepted.map((file) => toPhoto(chosen(file)))]);
  };
  const refuse = (refusals: readonly Refusal[]) => {
    for (const { name, message } of refusals) toast.error(message, name);
    setSaid(refusals.map(({ name, message }) => `${name}: ${message}`).join(' '));
  };
  const made = async (files: readonly File[]): Promise<readonly File[]> => {
    setPreparing(true);
    onPreparing(true);
    try {
      return await preparedPhotos(files);
    } finally {
      setPreparing(false);
      onPreparing(false);
    }
  };
  const remove = (index: number) => {
    const gone = photos[index];
    if (gone) forgetPreview(gone);
    onChange(photos.filter((_, other) => other !== index));
    field.current?.focus();
  };
  const leaveOut = (photo: Photo) => {
    if (!isNew(photo)) return;
    refuse([{ name: photo.chosen.file.name, message: UNREADABLE_IMAGE }]);
    forgetPreview(photo);
    onChange(previews.current.filter((other) => other !== photo));
  };
  const move = (from: number, to: number) => {
    onChange(moved(photos, from, to));
    setSaid(`Photo moved to position ${to + 1} of ${photos.length}`);
  };
  const redraw = (index: number, drawn: Drawn, change: string) => {
    const before = previews.current[index];
    if (!before) return;
    forgetPreview(before);
    onChange(previews.current.map((photo) => (photo === before ? toPhoto(drawn, before.id) : photo)));
    setSaid(`Photo ${index + 1} ${change}`);
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!busy) void add([...event.dataTransfer.files]);
  };

  return (
    <fieldset className="field" aria-describedby={`${id}-hint`}>
      <legend>Photos</legend>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the button inside is the first */}
      <div
        className="dropzone"
        data-over={over || undefined}
        data-invalid={error ? true : undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(event.dataTransfer.types.includes('Files'));
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
      >
        <Icon name="upload" />
        <p className="dropzone-words">Drop photos here, or</p>
        <TakePhoto disabled={busy || photos.length >= MAX_IMAGES} onTaken={(files) => void add(files)} />
        {/* Keyboard users reach the input itself: one tab stop, with the focus ring around this button. */}
        <Button
          size="sm"
          tabIndex={-1}
          disabled={busy || photos.length >= MAX_IMAGES}
          onClick={() => field.current?.click()}
        >
          Choose photos
        </Button>
        <input
          ref={field}
          className="sr-only"
          type="file"
          aria-label="Add photos"
          aria-describedby={`${id}-hint ${id}-error`}
          accept={IMAGE_TYPES.join(',')}
          multiple
          disabled={busy}
          onChange={(event) => {
            void add([...(event.target.files ?? [])]);
            event.target.value = '';
          }}
        />
        <p className="hint" id={`${id}-hint`}>
          {preparing
            ? 'Preparing your photos…'
            : `JPEG, PNG or WebP, up to ${MAX_IMAGES}; large ones are resized. ${photos.length} of ${MAX_IMAGES} chosen.`}
        </p>
      </div>
      <FieldError id={`${id}-error`} message={error} />
      {photos.length > 0 && (
        <PhotoList
          photos={photos}
          progress={progress}
          onMove={move}
          onRemove={remove}
          onUnreadable={leaveOut}
          onDrawn={redraw}
        />
      )}
      <p className="sr-only" aria-live="polite">
        {said}
      </p>
    </fieldset>
  );
};
