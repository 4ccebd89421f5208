/** A full-screen loader. */
export const LoadingScreen = ({ text = 'Accessing the archives...' }: { text?: string }) => (
  <div className="loading-screen" role="status">
    <span className="lozenge" aria-hidden="true" />
    <p>{text}</p>
  </div>
);

/** A loader inside a page or panel. */
export const Loading = ({ text = 'Loading...' }: { text?: string }) => (
  <div className="loading" role="status">
    <span className="lozenge" aria-hidden="true" />
    <span>{text}</span>
  </div>
);
