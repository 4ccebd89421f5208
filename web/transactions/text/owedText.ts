import type { CaseFile } from '#application/contract/cases.ts';
import { formatUnits } from '../../ui/currencies.ts';

export type Transfer = Pick<CaseFile['owedOutside'][number], 'what' | 'paymentId' | 'to' | 'amount' | 'currency'>;

const WHY: Record<Transfer['what'], string> = {
  refund: 'the refund failed permanently',
  duplicate: 'the refund of a duplicate or returned payment failed permanently',
  kept: 'a bank returned it late',
};

export const sumOf = ({ amount, currency }: Transfer): string => formatUnits(amount, currency);

export const whyOf = ({ what }: Transfer): string => WHY[what];

/** `marta_v, the buyer` */
export const receiverIn = ({ parties }: CaseFile, { to }: Transfer): string => `${parties[to].username}, the ${to}`;

export const keyOf = ({ what, paymentId = '' }: Transfer): string => `${what} ${paymentId}`;
