import type { DomainEvent } from '#domain/events.ts';
import type { Policy } from '../follow.ts';
import type { Email } from '../ports/emails.ts';
import type { Recorded } from '../ports/eventCodec.ts';
import { idIn } from '../sales/saleFacts.ts';
import { tellColleagues } from './colleagues.ts';
import type { PolicyDeps } from './policyDeps.ts';

type Data<Type extends DomainEvent['type']> = Extract<DomainEvent, { type: Type }>['data'];

/** What a person must look at, as a stable word; null where nobody must. */
const CASES: { readonly [Type in DomainEvent['type']]?: (data: Data<Type>) => string | null } = {
  EscalatedToStaff: ({ cause }) => cause,
  StaffHoldPlaced: () => 'staffHold',
  DisputeContested: () => 'disputeReview',
  SellerSilent: () => 'disputeReview',
  DisputeReferred: () => 'disputeReview',
  DecisionProposed: () => 'confirmation',
  ReviewOverdue: () => 'reviewOverdue',
  PaymentMismatched: () => 'paymentMismatch',
  ChargebackOpened: () => 'chargeback',
  LateChargebackOpened: () => 'chargeback',
  LateClaimRecorded: () => 'lateClaim',
  ProviderFactRecorded: ({ amount }) => (amount ? 'providerFact' : null),
  PayoutOverpaid: () => 'providerFact',
  OrphanFactRecorded: () => 'orphanFact',
};

/** Whoever stops a sale, or proposes, knows of it. */
const knownTo = ({ type, data }: DomainEvent): string | undefined => {
  if (type === 'StaffHoldPlaced') return data.by;
  return type === 'DecisionProposed' ? data.proposedBy : undefined;
};

type Deps = Pick<PolicyDeps, 'jobs' | 'colleagues'>;

const tellOfCase = async (event: Recorded, deps: Deps): Promise<void> => {
  const about = (CASES[event.type] as ((data: Recorded['data']) => string | null) | undefined)?.(event.data);
  if (!about) return;
  const ofSale = event.stream.startsWith('transaction-') && { saleId: idIn(event.stream) };
  const email = { template: 'caseForStaff', ...ofSale, details: { about } } as const;
  // what one command wrote is one case
  await tellColleagues(['staff'], email, `case.${event.metadata.commandId}`, deps, knownTo(event));
};

const tellOfDifference = async (data: Data<'LedgerDifferenceFound'>, deps: Deps): Promise<void> => {
  const { night, since, faults, atProvider, expectedAtProvider } = data;
  if (since !== night) return; // told on the first night
  const details: Email['details'] = { night, faults: faults.join(' '), difference: atProvider - expectedAtProvider };
  await tellColleagues(['staff', 'admin'], { template: 'ledgerDiffers', details }, `ledger.${night}`, deps);
};

const tellOfTermination = async (event: Recorded, { proposedBy }: Data<'TerminationProposed'>, deps: Deps) => {
  const email = { template: 'terminationProposed', details: { account: idIn(event.stream) } } as const;
  await tellColleagues(['staff'], email, event.id, deps, proposedBy);
};

/** What only a person can settle is told to those who work here, each cause once. */
export const staffEmails = (deps: Deps): Policy => ({
  name: 'staffEmails',
  handles: ['LedgerDifferenceFound', 'TerminationProposed', ...(Object.keys(CASES) as DomainEvent['type'][])],
  handle: async (event) => {
    if (event.type === 'LedgerDifferenceFound') return tellOfDifference(event.data, deps);
    if (event.type === 'TerminationProposed') return tellOfTermination(event, event.data, deps);
    return tellOfCase(event, deps);
  },
});
