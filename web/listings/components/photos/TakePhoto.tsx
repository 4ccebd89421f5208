import { useRef } from 'react';
import { Button } from '../../../ui/Button.tsx';

type TakePhotoProps = { disabled: boolean; onTaken: (files: readonly File[]) => void };

/** Opens a phone's camera; shown on touch devices only. */
export const TakePhoto = ({ disabled, onTaken }: TakePhotoProps) => {
  const camera = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        size="sm"
        look="primary"
        className="dropzone-camera"
        disabled={disabled}
        onClick={() => camera.current?.click()}
      >
        Take a photo
      </Button>
      <input
        ref={camera}
        hidden
        type="file"
        accept="image/*"
        capture="environment"
        disabled={disabled}
        onChange={(event) => {
          onTaken([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
    </>
  );
};
