import type { ReactNode } from 'react';
import type { SellerFigures } from '#application/contract/sellerPages.ts';
import { FIGURES_IN_WORDS } from '#domain/accounts/sellerFigures.ts';
import { inBusinessDays } from '#domain/shared/lengths.ts';

type FigureProps = { name: keyof SellerFigures; label: string; value: string; children?: ReactNode };

const Figure = ({ name, label, value, children }: FigureProps) => (
  <li className="panel figure">
    <p className="small muted">{label}</p>
    <p className="figure-value num">{value}</p>
    {children && <p className="small">{children}</p>}
    <details>
      <summary className="small">
        How we work this out<span className="sr-only">: {label}</span>
      </summary>
      <p className="small muted">{FIGURES_IN_WORDS[name]}</p>
    </details>
  </li>
);

const MINUTES_OF_AN_HOUR = 60;

const FORMAT = { style: 'unit', unitDisplay: 'long', maximumFractionDigits: 0 } as const;

/** Rounded up: `1 minute`, `90 minutes`, `3 hours`. */
const waited = (minutes: number): string =>
  minutes <= 90
    ? Math.max(1, minutes).toLocaleString('en', { ...FORMAT, unit: 'minute' })
    : Math.ceil(minutes / MINUTES_OF_AN_HOUR).toLocaleString('en', { ...FORMAT, unit: 'hour' });

/** Friday to Sunday has no business day in between, but is not the same day. */
const daysOf = (businessDays: number): string =>
  businessDays === 0 ? `Less than ${inBusinessDays(1)}` : inBusinessDays(businessDays);

const TOO_FEW = 'Not enough sales yet';

const times = (count: number): string => count.toLocaleString('en');

export const Figures = ({ figures: { sold, response, shipsIn, disputes } }: { figures: SellerFigures }) => (
  <ul className="figures">
    <Figure name="sold" label="Sold" value={times(sold)} />
    <Figure name="response" label="Usually replies within" value={response ? waited(response.minutes) : TOO_FEW}>
      {response && `${times(response.answered)} of ${times(response.begun)} messages answered`}
    </Figure>
    <Figure name="shipsIn" label="Ships within" value={shipsIn ? daysOf(shipsIn.businessDays) : TOO_FEW}>
      {shipsIn && `${times(shipsIn.shipments)} shipments`}
    </Figure>
    <Figure name="disputes" label="Disputes lost" value={`${times(disputes.lost)} of ${times(disputes.paid)}`} />
  </ul>
);
