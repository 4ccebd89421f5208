import { trackingPage } from '#domain/shared/carriers.ts';
import { CopyButton } from '../../../ui/CopyButton.tsx';

/** Where the parcel can be followed, and its code to take along. */
export const Tracking = ({ code, carrier }: { code: string; carrier: string | null }) => {
  const page = trackingPage(carrier, code);
  return (
    <div className="small tracking">
      <p>
        <span className="muted">Tracking</span> <span className="mono">{code}</span>
        {carrier && ` (${carrier})`}
      </p>
      <p className="row mt-3">
        {page && (
          <a className="btn btn-sm" href={page} target="_blank" rel="noopener noreferrer">
            Track the parcel with {carrier}
          </a>
        )}
        <CopyButton text={code} />
      </p>
    </div>
  );
};
