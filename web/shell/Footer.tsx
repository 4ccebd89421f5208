import { Link } from '../ui/Link.tsx';

export const Footer = () => (
  <footer className="foot">
    <span>Every sale is protected by escrow.</span>
    <nav aria-label="Footer">
      <Link to="/about">Why Reliquary?</Link>
      <Link to="/faq">FAQ and contact</Link>
      <Link to="/how-a-sale-runs">How a sale runs</Link>
      <Link to="/terms">Terms</Link>
    </nav>
  </footer>
);
