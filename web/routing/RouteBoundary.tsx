import { Component, type ReactNode } from 'react';
import { type Location, Outlet, useLocation } from 'react-router-dom';
import { useGoing } from '../ui/going.ts';

type CatchingProps = { place: Location; failure: (error: unknown) => ReactNode; children: ReactNode };
type Caught = { error: unknown; place: Location } | undefined;

class Catching extends Component<CatchingProps, { caught: Caught; place: Location }> {
  override state: { caught: Caught; place: Location } = { caught: undefined, place: this.props.place };

  static getDerivedStateFromError(error: unknown) {
    return { caught: { error } };
  }

  /** Whoever goes on from what failed has left it behind. */
  static getDerivedStateFromProps({ place }: CatchingProps, before: { place: Location }) {
    return place === before.place ? null : { caught: undefined, place };
  }

  override render() {
    const { caught } = this.state;
    return caught ? this.props.failure(caught.error) : this.props.children;
  }
}

/** The screen; once the next one is late, the drawing of one in its place. */
const Screen = () => {
  const isLate = useGoing()?.late;
  return (
    <>
      {isLate && (
        <div className="screen-to-come wrap" role="status" aria-label="Loading...">
          <i className="skel" />
          <i className="skel" />
          <i className="skel" />
        </div>
      )}
      <Outlet />
    </>
  );
};

type RouteBoundaryProps = Pick<CatchingProps, 'failure'> & { around?: boolean };

/** Shows what `failure` makes of an error of the routes inside, until the place changes. What stands around them stays. `around`: they are frames, with boundaries of their own. */
export const RouteBoundary = ({ failure, around }: RouteBoundaryProps) => (
  <Catching place={useLocation()} failure={failure}>
    {around ? <Outlet /> : <Screen />}
  </Catching>
);
