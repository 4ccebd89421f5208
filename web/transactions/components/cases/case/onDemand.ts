export { StaffActions } from '../decide/StaffActions.tsx';
export { SimilarCases } from './OtherCases.tsx';
export { Parcels } from './Parcels.tsx';
