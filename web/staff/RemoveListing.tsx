import { access } from '#domain/access/access.ts';
import { ReasonedAction } from './ReasonedAction.tsx';
import { useMay } from './useStaffAction.ts';

type RemoveListingProps = { listing: { _id: string; title: string }; block?: boolean };

/** Used on cases and listing pages; renders nothing without the right. */
export const RemoveListing = ({ listing, block = false }: RemoveListingProps) => {
  if (!useMay(access.listing.do.remove)) return null;
  return (
    <ReasonedAction
      button="Remove listing"
      look="danger"
      block={block}
      title="Remove this listing"
      hint="The statement of reasons. The seller reads it, and can complain to another staff member."
      confirmText="Remove listing"
      busyText="Removing…"
      danger
      failure="Failed to remove the listing"
      path={`staff/listings/${listing._id}/remove`}
      body={(reason) => ({ reason })}
      said="Listing removed"
    >
      <p>
        <b className="strong">{listing.title}</b> leaves the archives, and comes back only if its seller complains
        successfully. A sale in progress continues.
      </p>
    </ReasonedAction>
  );
};
