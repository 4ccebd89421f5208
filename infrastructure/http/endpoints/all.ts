import type { Endpoint } from '../endpoint.ts';
import { activityEndpoints } from './activity.ts';
import { adminRoleEndpoints } from './adminRoles.ts';
import { appearanceEndpoints } from './appearance.ts';
import { auditLedgerEndpoints } from './audit/ledger.ts';
import { proofEndpoints } from './audit/proofs.ts';
import { auditSaleEndpoints } from './audit/sales.ts';
import { auditSecurityEndpoints } from './audit/security.ts';
import { auditStreamEndpoints } from './audit/streams.ts';
import { blockEndpoints } from './blocks.ts';
import { bundleEndpoints } from './bundle.ts';
import { catalogueEndpoints } from './catalogue.ts';
import { deletionEndpoints } from './deletion.ts';
import type { EndpointDeps } from './deps.ts';
import { disclosureEndpoints } from './disclosures.ts';
import { emailChangeEndpoints } from './emailChange.ts';
import { emailChoiceEndpoints } from './emailChoices.ts';
import { escrowEndpoints } from './escrow.ts';
import { eventEndpoints } from './events.ts';
import { evidenceEndpoints } from './evidence.ts';
import { listingReportEndpoints } from './listingReports.ts';
import { listingEndpoints } from './listings.ts';
import { messageImageEndpoints } from './messageImages.ts';
import { messageReportEndpoints } from './messageReports.ts';
import { messageEndpoints } from './messages.ts';
import { notificationEndpoints } from './notifications.ts';
import { ownDataEndpoints } from './ownData.ts';
import { passkeyEndpoints } from './passkeys.ts';
import { priceProposalEndpoints } from './priceProposals.ts';
import { pushEndpoints } from './pushes.ts';
import { ratingEndpoints } from './ratings.ts';
import { receiptEndpoints } from './receipts.ts';
import { reviewEndpoints } from './reviews.ts';
import { searchEndpoints } from './searches.ts';
import { secondFactorEndpoints } from './secondFactors.ts';
import { sellerEndpoints } from './seller.ts';
import { sellerPageEndpoints } from './sellerPages.ts';
import { sessionEndpoints } from './sessions.ts';
import { signInEndpoints } from './signIn.ts';
import { staffAccountEndpoints } from './staffAccounts.ts';
import { staffCaseEndpoints } from './staffCases.ts';
import { supportEndpoints } from './support.ts';
import { transactionQueryEndpoints } from './transactionQueries.ts';
import { transactionEndpoints } from './transactions.ts';
import { userEndpoints } from './user.ts';
import { watchingEndpoints } from './watching.ts';

/** Every call of the API. Fixed paths stand before those with a parameter, so that none is taken for an id. */
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
  ...priceProposalEndpoints(deps),
  ...searchEndpoints(deps),
  ...watchingEndpoints(deps),
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
  ...staffAccountEndpoints(deps),
  ...adminRoleEndpoints(deps),
  ...auditStreamEndpoints(deps),
  ...auditSaleEndpoints(deps),
  ...auditLedgerEndpoints(deps),
  ...auditSecurityEndpoints(deps),
  ...disclosureEndpoints(deps),
  ...proofEndpoints(deps),
];
