import { partOnDemand } from '../../ui/partOnDemand.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

/** The form can be filled in before it is here. */
export const PhotoPicker = partOnDemand(
  async () => (await import('./PhotoPicker.tsx')).PhotoPicker,
  <Skeleton height="12rem" />,
);
