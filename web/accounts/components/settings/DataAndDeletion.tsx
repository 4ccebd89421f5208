import { DeletionCard } from './DeletionCard.tsx';
import { OwnData } from './OwnData.tsx';

export const DataAndDeletion = () => (
  <>
    <OwnData />
    <DeletionCard />
  </>
);
