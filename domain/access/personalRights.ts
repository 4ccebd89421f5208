import { READERS, type Right } from './right.ts';

/** Readable by both parties, by staff for a case, otherwise with a reason. */
const SAID_IN_A_TRANSACTION = {
  by: ['buyer', 'seller'],
  when: { case: ['staff'] },
  withReason: ['staff', 'auditor'],
} as const;

/** Readable by its photographer. */
const TAKEN = { by: ['author'], when: { case: ['staff'] }, withReason: ['staff', 'auditor'] } as const;

/**
 * Rights that only govern how fields are read and open no call. They are separate so that a browser's first page need
 * not load them.
 */
export const personalRights = {
  'account.see.name': { by: ['visitor'] },
  'account.see.email': { by: ['owner', 'staff', 'admin'], withReason: ['auditor'] },
  'account.see.fullName': { by: ['owner', 'staff'], withReason: ['auditor'] },
  'account.see.questions': { by: ['owner'], withReason: ['staff', 'auditor'] },
  'account.see.sanctions': { by: ['staff', 'auditor'] },
  'account.see.watched': { by: ['owner'] },
  'account.see.searches': { by: ['owner'] },
  // the case file and the bundle of a sale hold it for the listing as it was bought
  'listing.see.taken': TAKEN,
  'listing.see.whyReported': { by: ['author', 'staff'], withReason: ['auditor'] },
  'listing.see.statement': { by: ['owner', 'staff', 'auditor'] },
  'listing.see.removedPhotos': { by: ['owner', 'buyer', 'seller', 'staff'] },
  'sale.see.address': { by: ['buyer'], when: { paid: ['seller'], case: ['staff'] }, withReason: ['staff'] },
  'sale.see.returnAddress': { by: ['buyer', 'seller'], when: { case: ['staff'] }, withReason: ['staff'] },
  'sale.see.words': SAID_IN_A_TRANSACTION,
  'sale.see.evidence': SAID_IN_A_TRANSACTION,
  'sale.see.review': { by: ['visitor'] },
  'sale.see.whyRemoved': { by: ['author', 'staff'], withReason: ['auditor'] },
  'sale.see.taken': TAKEN,
  'sale.see.internals': { by: READERS },
  'history.see.whyOpened': { by: ['owner', 'auditor', 'admin'] },
  'case.see.notes': { by: ['staff', 'auditor'] },
  'conversation.see.said': SAID_IN_A_TRANSACTION,
  'conversation.see.taken': TAKEN,
  'conversation.see.reportedMessage': { by: ['buyer', 'seller', 'staff'], withReason: ['auditor'] },
  'conversation.see.aroundReported': { by: ['staff'] },
  'conversation.see.whyReported': { by: ['author', 'staff'], withReason: ['auditor'] },
} as const satisfies Readonly<Record<`${string}.see.${string}`, Right>>;
