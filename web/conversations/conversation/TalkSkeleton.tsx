import { Skeleton } from '../../ui/Skeleton.tsx';

export const TalkSkeleton = () => (
  <div className="panel talk" role="status" aria-label="Accessing the archives...">
    <div className="talk-head">
      <div>
        <Skeleton width="14rem" height="1.4rem" />
        <Skeleton width="9rem" />
      </div>
    </div>
    <div className="talk-log">
      <Skeleton width="60%" height="4rem" />
      <div className="msg me">
        <Skeleton width="16rem" height="4rem" />
      </div>
      <Skeleton width="52%" height="6rem" />
    </div>
    <div className="composer">
      <Skeleton width="2.75rem" height="2.75rem" />
      <Skeleton height="4.25rem" />
      <Skeleton width="5rem" height="2.75rem" />
    </div>
  </div>
);
