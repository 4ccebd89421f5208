import { partOnDemand } from '../../../ui/partOnDemand.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';

/** Users can fill in the form before the picker has loaded. */
export const PhotoPicker = partOnDemand(
  async () => (await import('./PhotoPicker.tsx')).PhotoPicker,
  <Skeleton height="12rem" />,
);
