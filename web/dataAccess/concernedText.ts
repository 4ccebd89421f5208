import type { AuditEvent } from '#application/contract/audit.ts';
import { dataSubjectsOf, type PartiesOfListing } from '#domain/audit/dataSubjects.ts';

/** Who will see the access in their settings: `The buyer`. */
export const whoIsTold = (event: AuditEvent, between: PartiesOfListing | undefined): string => {
  if (event.stream.startsWith('account-')) return 'The owner of this account';
  const concerned = dataSubjectsOf(event, between);
  if (concerned.length > 1) return 'Buyer and seller';
  return concerned[0] === between?.buyerId ? 'The buyer' : 'The seller';
};

/** `marta_v and atelier_ruiz`. */
export const namesOf = (told: readonly { username: string }[]): string =>
  new Intl.ListFormat('en-GB').format(told.map(({ username }) => username));
