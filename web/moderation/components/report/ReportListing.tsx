import { useState } from 'react';
import type { Listing } from '#application/contract/listings.ts';
import { Button, ButtonLink } from '../../../ui/Button.tsx';
import { onceOpened } from '../../../ui/onceOpened.tsx';

const ReportDialog = onceOpened(async () => (await import('./ReportDialog.tsx')).ReportDialog);

const LABEL = 'Report this listing';

/** For everyone but the seller. Visitors sign in first, so that they can be told the outcome. */
export const ReportListing = ({ listing, visitor }: { listing: Listing; visitor: boolean }) => {
  const [open, setOpen] = useState(false);
  const loads = ReportDialog.useAhead(!visitor);
  if (visitor)
    return (
      <ButtonLink
        size="sm"
        look="quiet"
        icon="flag"
        to={`/login?returnUrl=${encodeURIComponent(`/listings/${listing._id}`)}`}
      >
        {LABEL}
      </ButtonLink>
    );
  return (
    <>
      <Button size="sm" look="quiet" icon="flag" busy={loads} busyText="Loading…" onClick={() => setOpen(true)}>
        {LABEL}
      </Button>
      <ReportDialog listing={listing} open={open} onOpenChange={setOpen} />
    </>
  );
};
