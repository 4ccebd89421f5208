import { Skeleton } from '../../../ui/Skeleton.tsx';

const Field = () => (
  <div className="field">
    <Skeleton width="6rem" height="1.25rem" />
    <Skeleton height="2.75rem" />
  </div>
);

export const FormSkeleton = () => (
  <div className="panel form-grid max-w-3xl" role="status" aria-label="Loading...">
    <Field />
    <div className="form-pair">
      <Field />
      <Field />
      <Field />
      <Field />
    </div>
    <Skeleton height="11rem" />
    <Skeleton height="10rem" />
  </div>
);
