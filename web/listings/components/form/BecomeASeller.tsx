import { TERMS } from '#domain/transactions/terms/termsText.ts';
import { ButtonLink } from '../../../ui/Button.tsx';
import { PageHeading } from '../../../ui/PageHeading.tsx';
import { Panel } from '../../../ui/Panel.tsx';

export const BecomeASeller = () => (
  <>
    <PageHeading title="Create New Listing" rule={false} />
    <Panel title="Become a Seller" className="max-w-2xl">
      <div className="form-grid">
        <p>
          To offer your own miniatures you need to become a seller by accepting our seller terms. Listing is free; you
          are paid in full when the buyer confirms arrival or {TERMS.escrow} after shipment.
        </p>
        <div>
          <ButtonLink look="primary" to="/settings?tab=seller">
            Become a Seller
          </ButtonLink>
        </div>
      </div>
    </Panel>
  </>
);
