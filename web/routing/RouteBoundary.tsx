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

  /** Navigating away clears the error. */
  static getDerivedStateFromProps({ place }: CatchingProps, before: { place: Location }) {
    return place === before.place ? null : { caught: undefined, place };
  }

  override render() {
    const { caught } = this.state;
    return caught ? this.props.failure(caught.error) : this.props.children;
  }
}

/** The screen, or a skeleton while the next one is late. */
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

/**
 * Renders `failure` for an error in the routes inside until the place changes. `around`: the routes are frames with
 * boundaries of their own.
 */
export const RouteBoundary = ({ failure, around }: RouteBoundaryProps) => (
  <Catching place={useLocation()} failure={failure}>
    {around ? <Outlet /> : <Screen />}
  </Catching>
);
