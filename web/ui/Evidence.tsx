import { type KeyboardEvent, useState } from 'react';
import type { EvidencePhoto } from '#application/contract/common.ts';
import { IconButton } from './Button.tsx';
import { Dialog } from './dialogsOnDemand.ts';
import { useBroken } from './useBroken.ts';

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };

type PieceProps = { url: string; alt: string; small?: boolean };

const Piece = ({ url, alt, small = false }: PieceProps) => {
  const { why, onError } = useBroken(url, 'Not available');
  const [width, height] = small ? [160, 120] : [800, 600];
  return why ? (
    <span className="evidence-gone">{why}</span>
  ) : (
    <img src={url} alt={alt} width={width} height={height} decoding="async" onError={onError} />
  );
};

/** `withheld`: number of pieces that the reader may not see. */
type EvidenceProps = {
  pieces: readonly EvidencePhoto[];
  label: string;
  withheld?: number | undefined;
  /** Told the place of each piece that is enlarged. */
  onShow?: (place: number) => void;
};

/** Thumbnails that open a dialog with arrow-key navigation, and from there a new tab. */
export const Evidence = ({ pieces, label, withheld, onShow }: EvidenceProps) => {
  const [shown, setShown] = useState<number>();
  const several = pieces.length > 1;
  const current = Math.min(shown ?? 0, pieces.length - 1);
  const piece = pieces[current];
  if (!piece) return withheld ? <p className="muted">Photos, {withheld}: [personal]</p> : null;
  const named = (index: number) => `${label}, ${index + 1} of ${pieces.length}`;
  const show = (place: number) => {
    setShown(place);
    onShow?.(place);
  };
  const step = (by: number) => show((current + by + pieces.length) % pieces.length);
  const onKeyDown = (event: KeyboardEvent) => {
    const by = STEPS[event.key];
    if (shown === undefined || !several || by === undefined) return;
    event.preventDefault();
    step(by);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: no form here; the group hears the keys pressed anywhere in its dialog
    <div role="group" aria-label={label} onKeyDown={onKeyDown}>
      <ul className="evidence">
        {pieces.map(({ thumbnailUrl }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: what was shown stays in its place, its signed address changes
          <li key={index}>
            <button type="button" aria-label={named(index)} aria-haspopup="dialog" onClick={() => show(index)}>
              <Piece url={thumbnailUrl} alt="" small />
            </button>
          </li>
        ))}
      </ul>
      <Dialog
        open={shown !== undefined}
        onOpenChange={() => setShown(undefined)}
        title={label}
        wide
        step={several ? `${current + 1} of ${pieces.length}` : undefined}
      >
        <div className="evidence-large">
          <Piece url={piece.url} alt={named(current)} />
          <div className="row">
            {several && (
              <>
                <IconButton icon="back" label="Previous picture" onClick={() => step(-1)} />
                <IconButton icon="forward" label="Next picture" onClick={() => step(1)} />
              </>
            )}
            <a href={piece.url} target="_blank" rel="noreferrer">
              Open in a new tab
            </a>
          </div>
          <p className="sr-only" aria-live="polite">
            {several ? `Picture ${current + 1} of ${pieces.length}` : ''}
          </p>
        </div>
      </Dialog>
    </div>
  );
};
