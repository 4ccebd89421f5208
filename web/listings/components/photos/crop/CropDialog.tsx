import { useEffect, useState } from 'react';
import { Button } from '../../../../ui/Button.tsx';
import { Dialog } from '../../../../ui/Dialog.tsx';
import { Skeleton } from '../../../../ui/Skeleton.tsx';
import { EmptyState, ErrorState } from '../../../../ui/States.tsx';
import { HINTS } from '../../../text/hintText.ts';
import { isSmall } from '../photoHints.ts';
import type { Drawn, Photo } from '../photoRules.ts';
import { type Whole, wholeOf } from '../redrawn.ts';
import { Cropping } from './Cropping.tsx';

type CropDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  photo: Photo;
  /** Such as "photo 2". */
  name: string;
  onDrawn: (drawn: Drawn, change: string) => void;
};

type ContentProps = Pick<CropDialogProps, 'photo' | 'onDrawn'> & {
  onBusy: (busy: boolean) => void;
  onClose: () => void;
};

const Content = ({ photo, onDrawn, onBusy, onClose }: ContentProps) => {
  const [whole, setWhole] = useState<Whole | 'failed'>();
  const [attempt, setAttempt] = useState(1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once an attempt; the dialog is about one photo
  useEffect(() => {
    let left = false;
    const show = (found: Whole | 'failed') => {
      if (!left) setWhole(found);
    };
    setWhole(undefined);
    wholeOf(photo).then(show, () => show('failed'));
    return () => {
      left = true;
    };
  }, [attempt]);

  if (whole === undefined)
    return (
      <div className="crop" aria-busy="true">
        <p className="sr-only" role="status">
          Opening the photo…
        </p>
        <Skeleton height="16rem" />
      </div>
    );
  const close = (
    <Button size="sm" onClick={onClose}>
      Close
    </Button>
  );
  if (whole === 'failed')
    return (
      <div className="crop" tabIndex={-1}>
        <ErrorState
          title="This photo cannot be cropped here"
          onRetry={() => setAttempt(attempt + 1)}
          actions={close}
          kind="failed"
        >
          This browser cannot read it. You can still publish the listing with this photo.
        </ErrorState>
      </div>
    );
  if (isSmall(whole))
    return (
      <div className="crop">
        <EmptyState title="This photo is too small to crop" actions={close}>
          {`The photo has ${whole.width} × ${whole.height} pixels. ${HINTS.small}`}
        </EmptyState>
      </div>
    );
  return <Cropping photo={photo} whole={whole} onDrawn={onDrawn} onBusy={onBusy} onClose={onClose} />;
};

/** Chooses the part of a photo to use; the crop is drawn from the original file. */
export const CropDialog = ({ open, onOpenChange, photo, name, onDrawn }: CropDialogProps) => {
  const [busy, setBusy] = useState(false);
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={`Crop ${name}`} locked={busy} wide>
      <Content photo={photo} onDrawn={onDrawn} onBusy={setBusy} onClose={() => onOpenChange(false)} />
    </Dialog>
  );
};
