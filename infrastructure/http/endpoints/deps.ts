import { z } from 'zod';
import type { AccountCommands } from '#application/accounts/accounts.ts';
import type { RoleCommands } from '#application/accounts/roles.ts';
import type { SellerIdentity } from '#application/accounts/sellerIdentity.ts';
import type { Passkeys, SecondFactors } from '#application/accounts/storage.ts';
import type { ConversationCommands } from '#application/conversations/conversations.ts';
import type { ListingCommands } from '#application/listings/listings.ts';
import type { RenderEmail } from '#application/notifications/emails/email.ts';
import type { Clock } from '#application/ports/clock.ts';
import type { EventStore, Position } from '#application/ports/eventStore.ts';
import type { Files } from '#application/ports/files.ts';
import type { PushService, PushSubscriptions } from '#application/ports/push.ts';
import type { ReviewCommands } from '#application/reviews/reviews.ts';
import type { Journal } from '#application/streams/journal.ts';
import type { Repository } from '#application/streams/repository.ts';
import type { EvidenceCommands } from '#application/transactions/evidence.ts';
import type { TransactionCommands } from '#application/transactions/transactions.ts';
import type { Rejection, Result } from '#domain/shared/decider.ts';
import type { SavedViewStore } from '../../accounts/postgresSavedViews.ts';
import type { Unsubscribing } from '../../mail/unsubscribing.ts';
import type { BundleSources } from '../../transparency/bundle/saleBundle.ts';
import type { LogProofs } from '../../transparency/logProofs.ts';
import { Refused } from '../endpoint.ts';
import type { CaseReaders } from '../push/caseReaders.ts';
import type { EventStreams } from '../push/eventStreams.ts';
import type { Queries } from '../queries.ts';
import type { SignedPaths } from '../signedPaths.ts';

/** The dependencies of the endpoints: commands, and queries of the read models. */
export type EndpointDeps = {
  repository: Repository;
  /** Reads streams of any category, for audits only. Everything else uses the repository. */
  journal: Pick<Journal, 'load' | 'inspect' | 'readClear'>;
  clock: Clock;
  queries: Queries;
  accounts: AccountCommands;
  listings: ListingCommands;
  factors: Pick<SecondFactors, 'has' | 'begin' | 'codesLeft'>;
  passkeys: Pick<Passkeys, 'lastUsed'>;
  roles: RoleCommands;
  sales: TransactionCommands;
  reviews: ReviewCommands;
  identity: SellerIdentity;
  conversations: ConversationCommands;
  evidence: EvidenceCommands;
  files: Pick<Files, 'get' | 'link'>;
  signedPaths: SignedPaths;
  unsubscribing: Pick<Unsubscribing, 'read'>;
  renderEmail: RenderEmail;
  pushSubscriptions: Pick<PushSubscriptions, 'put' | 'ofSession' | 'countOf' | 'endOf' | 'of'>;
  pushService: Pick<PushService, 'key' | 'faultOf'>;
  eventStreams: EventStreams;
  caseReaders: CaseReaders;
  savedViews: SavedViewStore;
  /** A keyed hash, so that the stream of an e-mail address does not reveal it. */
  hashName: (name: string) => string;
  /** Raw events, for audits and bundles. */
  store: Pick<EventStore, 'readStream'>;
  proofs: LogProofs;
  bundle: BundleSources;
  /** True once the read models hold everything up to `position`; false after `timeoutMs`. */
  waitFor: (position: Position, timeoutMs: number) => Promise<boolean>;
};

/** How long a command waits for the read models before it answers. */
export const READ_OWN_WRITE_MS = 2_000;

/** The value, or the refusal on its way to the error table. */
export const granted = <Value, Refusal extends Rejection>(result: Result<Value, Refusal>): Value => {
  if (result.ok) return result.value;
  throw new Refused(result.error);
};

export const found = <Value>(value: Value | undefined, code: string): Value => {
  if (value === undefined) throw new Refused({ code });
  return value;
};

/** Accepts any text: an invalid id gets 404, like an unknown one. */
export const idParameter = z.object({
  id: z
    .string()
    .max(200)
    .meta({ description: 'An id from an API answer; any other text gets 404, like an unknown id' }),
});

export const SUCCESS = { success: true } as const;
