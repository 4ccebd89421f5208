import { useEffect, useId, useState } from 'react';
import { Button } from '../../../../ui/Button.tsx';
import { DialogActions } from '../../../../ui/Dialog.tsx';
import { FieldError } from '../../../../ui/Field.tsx';
import { Notice } from '../../../../ui/States.tsx';
import { HINTS } from '../../../text/hintText.ts';
import { isSmall } from '../photoHints.ts';
import { type Drawn, isCropped, type Photo } from '../photoRules.ts';
import { croppedTo, type Whole } from '../redrawn.ts';
import { CropStage } from './CropStage.tsx';
import { beginning, frameOf, isWhole, partOf, SHAPES, type Shape, shaped } from './frames.ts';

const WORDS: Record<Shape, string> = { free: 'Free', square: 'Square', '4:3': '4:3, as on cards' };

type CroppingProps = {
  photo: Photo;
  whole: Whole;
  onDrawn: (drawn: Drawn, change: string) => void;
  onBusy: (busy: boolean) => void;
  onClose: () => void;
};

const usePreview = (file: File): string | undefined => {
  const [preview, setPreview] = useState<string>();
  useEffect(() => {
    const address = URL.createObjectURL(file);
    setPreview(address);
    return () => URL.revokeObjectURL(address);
  }, [file]);
  return preview;
};

export const Cropping = ({ photo, whole, onDrawn, onBusy, onClose }: CroppingProps) => {
  const id = useId();
  const preview = usePreview(whole.whole);
  const [shape, setShape] = useState<Shape>('free');
  const [frame, setFrame] = useState(() => (isCropped(photo) ? frameOf(photo.cropped.part, whole) : beginning(whole)));
  const [drawing, setDrawing] = useState(false);
  const [failed, setFailed] = useState(false);
  const tooSmall = isSmall(frame);

  const use = async () => {
    if (tooSmall) return;
    if (isWhole(frame, whole)) {
      if (isCropped(photo)) onDrawn({ file: whole.whole, chosen: photo.chosen }, 'is the whole picture again');
      return onClose();
    }
    setDrawing(true);
    setFailed(false);
    onBusy(true);
    try {
      onDrawn(await croppedTo(whole, partOf(frame, whole)), 'cropped');
      onClose();
    } catch {
      setFailed(true);
    } finally {
      setDrawing(false);
      onBusy(false);
    }
  };

  return (
    <div className="crop">
      <fieldset className="field">
        <legend>Shape</legend>
        <div className="choices crop-shapes">
          {SHAPES.map((one) => (
            <label key={one} className="check">
              <input
                type="radio"
                name={`${id}-shape`}
                checked={shape === one}
                disabled={drawing}
                onChange={() => {
                  setShape(one);
                  setFrame(shaped(frame, one, whole));
                }}
              />
              <span>{WORDS[one]}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <CropStage
        picture={whole}
        preview={preview}
        frame={frame}
        shape={shape}
        disabled={drawing}
        describedBy={`${id}-keys ${id}-size`}
        onFrame={setFrame}
      />
      <p className="hint" id={`${id}-keys`}>
        Drag the frame or a corner.{' '}
        <span className="crop-keys">Arrow keys move the frame; with Shift, they resize it.</span>
      </p>
      <p className="crop-size">
        <output id={`${id}-size`} className="num">{`${frame.width} × ${frame.height} pixels`}</output>
      </p>
      <FieldError id={`${id}-small`} message={tooSmall ? HINTS.small : undefined} />
      {failed && <Notice bad>This photo could not be cropped. It is unchanged.</Notice>}
      <DialogActions>
        <Button disabled={drawing} onClick={onClose}>
          Cancel
        </Button>
        <Button
          look="primary"
          busy={drawing}
          busyText="Cropping…"
          aria-disabled={tooSmall || undefined}
          aria-describedby={tooSmall ? `${id}-small` : undefined}
          onClick={() => void use()}
        >
          Crop
        </Button>
      </DialogActions>
    </div>
  );
};
