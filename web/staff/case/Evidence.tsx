import { useState } from 'react';
import type { EvidencePhoto } from '#application/contract/evidence.ts';
import { IconButton } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';

const Piece = ({ url, alt }: { url: string; alt: string }) => {
  const [broken, setBroken] = useState(false);
  return broken ? (
    <span className="evidence-gone">No longer kept</span>
  ) : (
    <img src={url} alt={alt} width={800} height={600} decoding="async" onError={() => setBroken(true)} />
  );
};

/** Small pictures; a press opens them large, arrow keys turn them over. */
export const Evidence = ({ pieces, of }: { pieces: readonly EvidencePhoto[]; of: string }) => {
  const [shown, setShown] = useState<number>();
  if (pieces.length === 0) return null;
  const several = pieces.length > 1;
  const current = shown ?? 0;
  const step = (by: number) => setShown((current + by + pieces.length) % pieces.length);
  return (
    <>
      <ul className="evidence" aria-label={`Evidence of ${of}`}>
        {pieces.map(({ thumbnailUrl }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: what was shown stays in its place
          <li key={index}>
            <button
              type="button"
              aria-label={`Evidence of ${of}, ${index + 1} of ${pieces.length}`}
              onClick={() => setShown(index)}
            >
              <Piece url={thumbnailUrl} alt="" />
            </button>
          </li>
        ))}
      </ul>
      <Dialog
        open={shown !== undefined}
        onOpenChange={() => setShown(undefined)}
        title={`Evidence of ${of}`}
        step={several ? `${current + 1} of ${pieces.length}` : undefined}
      >
        {/* biome-ignore lint/a11y/noStaticElementInteractions: listens for the keys of the buttons inside */}
        <div
          className="evidence-large"
          onKeyDown={({ key }) => {
            if (several && key === 'ArrowLeft') step(-1);
            if (several && key === 'ArrowRight') step(1);
          }}
        >
          <Piece
            key={current}
            url={pieces[current]?.url ?? ''}
            alt={`Evidence of ${of}, ${current + 1} of ${pieces.length}`}
          />
          {several && (
            <div className="row">
              <IconButton icon="back" label="Previous picture" onClick={() => step(-1)} />
              <IconButton icon="forward" label="Next picture" onClick={() => step(1)} />
            </div>
          )}
        </div>
      </Dialog>
    </>
  );
};
