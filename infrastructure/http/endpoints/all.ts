import type { Endpoint } from '../endpoint.ts';
import { appearanceEndpoints } from './accounts/appearance.ts';
import { deletionEndpoints } from './accounts/deletion.ts';
import { emailChangeEndpoints } from './accounts/emailChange.ts';
import { ownDataEndpoints } from './accounts/ownData.ts';
import { passkeyEndpoints } from './accounts/passkeys.ts';
import { adminRoleEndpoints } from './accounts/roles.ts';
import { savedViewEndpoints } from './accounts/savedViews.ts';
import { secondFactorEndpoints } from './accounts/secondFactors.ts';
import { sellerEndpoints } from './accounts/seller.ts';
import { sessionEndpoints } from './accounts/sessions.ts';
import { signInEndpoints } from './accounts/signIn.ts';
import { staffAccountEndpoints } from './accounts/staffAccounts.ts';
import { userEndpoints } from './accounts/user.ts';
import { dataAccessEndpoints } from './audit/accessLog.ts';
import { counterfactualEndpoints } from './audit/counterfactual.ts';
import { auditEffectEndpoints } from './audit/effects.ts';
import { auditEventEndpoints } from './audit/events.ts';
import { auditLedgerEndpoints } from './audit/ledger.ts';
import { auditTransactionEndpoints } from './audit/sales.ts';
import { auditSecurityEndpoints } from './audit/security.ts';
import { auditSegmentEndpoints } from './audit/segments.ts';
import { auditStreamEndpoints } from './audit/streams.ts';
import { auditWorkEndpoints } from './audit/work.ts';
import { blockEndpoints } from './conversations/blocks.ts';
import { messageImageEndpoints } from './conversations/messageImages.ts';
import { messageEndpoints } from './conversations/messages.ts';
import type { EndpointDeps } from './deps.ts';
import { eventEndpoints } from './events.ts';
import { catalogueEndpoints } from './listings/catalogue.ts';
import { listingEndpoints } from './listings/listings.ts';
import { priceOfferEndpoints } from './listings/priceOffers.ts';
import { searchEndpoints } from './listings/savedSearches.ts';
import { sellerPageEndpoints } from './listings/sellerPages.ts';
import { watchListEndpoints } from './listings/watchList.ts';
import { listingReportEndpoints } from './moderation/listingReports.ts';
import { messageReportEndpoints } from './moderation/messageReports.ts';
import { activityEndpoints } from './notifications/activity.ts';
import { emailChoiceEndpoints } from './notifications/emailChoices.ts';
import { notificationEndpoints } from './notifications/notifications.ts';
import { pushEndpoints } from './notifications/pushes.ts';
import { ratingEndpoints } from './reviews/ratings.ts';
import { reviewEndpoints } from './reviews/reviews.ts';
import { supportEndpoints } from './support.ts';
import { caseDeskEndpoints } from './transactions/caseDesk.ts';
import { caseReaderEndpoints } from './transactions/caseReaders.ts';
import { staffCaseEndpoints } from './transactions/cases.ts';
import { chargebackEvidenceEndpoints } from './transactions/chargebackEvidence.ts';
import { escrowEndpoints } from './transactions/escrow.ts';
import { evidenceEndpoints } from './transactions/evidence.ts';
import { transactionQueryEndpoints } from './transactions/transactionQueries.ts';
import { transactionEndpoints } from './transactions/transactions.ts';
import { bundleEndpoints } from './transparency/bundle.ts';
import { proofEndpoints } from './transparency/proofs.ts';
import { receiptEndpoints } from './transparency/receipts.ts';

/** Every call of the API. Fixed paths come before parameters, so that none is read as an id. */
export const allEndpoints = (deps: EndpointDeps): Endpoint[] => [
  ...signInEndpoints(deps),
  ...sessionEndpoints(deps),
  ...secondFactorEndpoints(deps),
  ...passkeyEndpoints(deps),
  ...userEndpoints(deps),
  ...emailChangeEndpoints(deps),
  ...emailChoiceEndpoints(deps),
  ...pushEndpoints(deps),
  ...appearanceEndpoints(deps),
  ...deletionEndpoints(deps),
  ...activityEndpoints(deps),
  ...ratingEndpoints(deps),
  ...reviewEndpoints(deps),
  ...sellerEndpoints(deps),
  ...catalogueEndpoints(),
  ...listingEndpoints(deps),
  ...sellerPageEndpoints(deps),
  ...priceOfferEndpoints(deps),
  ...searchEndpoints(deps),
  ...watchListEndpoints(deps),
  ...listingReportEndpoints(deps),
  ...transactionQueryEndpoints(deps),
  ...transactionEndpoints(deps),
  ...receiptEndpoints(deps),
  ...escrowEndpoints(deps),
  ...bundleEndpoints(deps),
  ...evidenceEndpoints(deps),
  ...notificationEndpoints(deps),
  ...messageEndpoints(deps),
  ...messageImageEndpoints(deps),
  ...messageReportEndpoints(deps),
  ...blockEndpoints(deps),
  ...eventEndpoints(deps),
  ...ownDataEndpoints(deps),
  ...supportEndpoints(deps),
  ...staffCaseEndpoints(deps),
  ...chargebackEvidenceEndpoints(deps),
  ...caseDeskEndpoints(deps),
  ...caseReaderEndpoints(deps),
  ...savedViewEndpoints(deps),
  ...staffAccountEndpoints(deps),
  ...adminRoleEndpoints(deps),
  ...auditStreamEndpoints(deps),
  ...auditEventEndpoints(deps),
  ...auditSegmentEndpoints(deps),
  ...auditEffectEndpoints(deps),
  ...auditWorkEndpoints(deps),
  ...auditTransactionEndpoints(deps),
  ...auditLedgerEndpoints(deps),
  ...counterfactualEndpoints(deps),
  ...auditSecurityEndpoints(deps),
  ...dataAccessEndpoints(deps),
  ...proofEndpoints(deps),
];
