/** The whole screen while something loads that nothing can be shown without. */
export const LoadingScreen = ({ text = 'Accessing the archives...' }: { text?: string }) => (
  <div className="loading-screen" role="status">
    <span className="lozenge" aria-hidden="true" />
    <p>{text}</p>
  </div>
);

/** The same inside a page or a panel. */
export const Loading = ({ text = 'Loading...' }: { text?: string }) => (
  <div className="loading" role="status">
    <span className="lozenge" aria-hidden="true" />
    <span>{text}</span>
  </div>
);
