export const SkipLink = () => (
  <a className="skip" href="#main">
    Skip to content
  </a>
);
