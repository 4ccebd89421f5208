import { useRef } from 'react';
import { IMAGE_TYPES } from '#application/contract/limits.ts';
import { Button, IconButton } from '../../ui/Button.tsx';

/** `inWords`: shows a text label if there is room. */
type ImageButtonProps = { disabled: boolean; inWords?: boolean; onPick: (file: File) => void };

export const ImageButton = ({ disabled, inWords = false, onPick }: ImageButtonProps) => {
  const input = useRef<HTMLInputElement>(null);
  const choose = () => input.current?.click();
  return (
    <>
      {inWords ? (
        <Button size="sm" look="quiet" icon="attach" disabled={disabled} onClick={choose}>
          Attach an image
        </Button>
      ) : (
        <IconButton
          icon="attach"
          label="Attach an image"
          className="composer-attach"
          disabled={disabled}
          onClick={choose}
        />
      )}
      <input
        ref={input}
        type="file"
        hidden
        aria-label="Image"
        accept={IMAGE_TYPES.join(',')}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          // Allows choosing the same file again after removing it.
          event.target.value = '';
          if (file) onPick(file);
        }}
      />
    </>
  );
};
