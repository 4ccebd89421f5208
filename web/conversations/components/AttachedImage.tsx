import { IconButton } from '../../ui/Button.tsx';

type AttachedImageProps = {
  name: string;
  preview: string;
  disabled: boolean;
  onRemove: () => void;
  /** The browser cannot decode it. */
  onUnreadable: () => void;
};

/** The image attached to the next message. */
export const AttachedImage = ({ name, preview, disabled, onRemove, onUnreadable }: AttachedImageProps) => (
  <div className="attached">
    <img src={preview} alt="" width={64} height={48} onError={onUnreadable} />
    <span className="attached-name">{name}</span>
    <IconButton icon="close" label={`Remove image ${name}`} title="Remove" disabled={disabled} onClick={onRemove} />
  </div>
);
