export { AppealRight } from '../../dispute/AppealRight.tsx';
export { StaffActions } from '../decide/StaffActions.tsx';
export { Money } from './Money.tsx';
export { SimilarCases } from './OtherCases.tsx';
export { Parcels } from './Parcels.tsx';
export { Parties } from './Parties.tsx';
export { PendingEffects } from './PendingEffects.tsx';
