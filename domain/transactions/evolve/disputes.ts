import type { Instant } from '../../shared/instants.ts';
import type { Transaction } from '../state.ts';
import type { Change } from './change.ts';

export const underReview = ({ decideBy }: { decideBy: Instant }, transaction: Transaction): Change => ({
  claim: transaction.claim && { ...transaction.claim, decideBy },
});

export const agreed = ({ toBuyer, toSeller, fee }: { toBuyer: number; toSeller: number; fee: number }): Change => ({
  decision: { toBuyer, toSeller, fee },
  offer: null,
});

export const NOBODY_ASKED: Transaction['questions'] = { buyer: null, seller: null };

export const offerEnded = (): Change => ({ offer: null });
