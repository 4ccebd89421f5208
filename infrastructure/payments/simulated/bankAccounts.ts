import type { PayoutRequest } from '#application/ports/payments.ts';

/**
 * What happens to payouts by account. Test accounts use the bank code SIMU (see README); any other valid IBAN works.
 */
type Behaviour = {
  verification?: string;
  payout: 'paid' | 'failed' | 'refused' | 'returned';
  reason?: string;
};

const BEHAVIOUR: Readonly<Record<string, Behaviour>> = {
  '0000000001': { verification: 'The bank does not know this account', payout: 'refused', reason: 'no such account' },
  '0000000002': { payout: 'failed', reason: 'the bank is not available' },
  '0000000003': { payout: 'refused', reason: 'the account is closed' },
  '0000000004': { payout: 'returned', reason: 'the account holder does not match' },
};

const SIMULATED = /^[A-Z]{2}\d{2}SIMU(\d{10})$/;

export const behaviourOf = ({ iban }: PayoutRequest['destination']): Behaviour =>
  BEHAVIOUR[SIMULATED.exec(iban)?.[1] ?? ''] ?? { payout: 'paid' };
