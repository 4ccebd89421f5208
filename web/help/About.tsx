import { TERMS } from '#domain/transactions/terms/termsText.ts';
import { ButtonLink } from '../ui/Button.tsx';
import { PageHeading } from '../ui/PageHeading.tsx';
import { Panel } from '../ui/Panel.tsx';

const REASONS = [
  {
    title: 'The money waits for the figure',
    text: `Your payment is held in escrow. The seller sees that it is there, and gets it when you confirm arrival, or ${TERMS.escrow} after shipment if nothing stops the clock. Nobody can bypass it.`,
  },
  {
    title: 'One fee, shown before you pay',
    text: `Buyers pay ${TERMS.feeInFull} a sale. Listing is free and sellers get what they ask, shipping included.`,
  },
  {
    title: 'Made for miniatures',
    text: 'Franchise, faction, condition and paint quality are fields, not guesses. Printed and kitbashed figures have their own category, with material and maker named.',
  },
  {
    title: 'People decide where people disagree',
    text: 'A dispute stops the clock. Both sides are heard, staff look at photos and messages, and the decision comes with its reasons.',
  },
] as const;

const STEPS = [
  { title: 'Find', text: 'Search by name, faction, condition, price and country.' },
  { title: 'Pay into escrow', text: 'You see item, fee and shipping on one page before you pay.' },
  { title: 'It is shipped', text: `Within ${TERMS.shipment}, or you are refunded in full.` },
  { title: 'You confirm', text: `The seller is usually paid within ${TERMS.payout}, and you rate them from 1 to 5.` },
] as const;

const PLANNED = [
  'a wishlist',
  'more languages',
  'a mobile app',
  'payout by PayPal',
  'further currencies',
  'more game systems',
  'analytics for sellers',
] as const;

export const About = () => (
  <main id="main" className="wrap page">
    <PageHeading
      title="Why Reliquary?"
      lead="A figure that took a winter to paint should not be sent on trust alone. Neither should the money for it."
    />
    <ul className="reasons">
      {REASONS.map(({ title, text }) => (
        <li key={title}>
          <h2>{title}</h2>
          <p>{text}</p>
        </li>
      ))}
    </ul>
    <section className="section">
      <h2>How a sale works</h2>
      <ol className="steps about-steps">
        {STEPS.map(({ title, text }) => (
          <li key={title} className="past">
            {title}
            <small>{text}</small>
          </li>
        ))}
      </ol>
    </section>
    <section className="section about-end">
      <div className="long-reading">
        <h2>Who it is for</h2>
        <p>
          For hobbyists in the European Union, the United Kingdom, Switzerland and Norway who paint, collect and pass on
          tabletop miniatures: the 40K wargame, Age of Sigmar, Star Wars Legion, Marvel Crisis Protocol, Dungeons &amp;
          Dragons and home-printed figures.
        </p>
        <p>Planned for later, and not here yet: {PLANNED.join(', ')}.</p>
      </div>
      <Panel title="Get started">
        <p>An account is free, and so is browsing.</p>
        <p className="row mt-5">
          <ButtonLink to="/register" look="primary">
            Register
          </ButtonLink>
          <ButtonLink to="/">See the latest offerings</ButtonLink>
        </p>
      </Panel>
    </section>
  </main>
);
