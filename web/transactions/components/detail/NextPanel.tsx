import { ButtonLink } from '../../../ui/Button.tsx';
import { Dated } from '../../../ui/Dated.tsx';
import { ESCROW_STATUS } from '../next/escrow.ts';
import type { Next } from '../next/next.ts';
import { Countdown } from './Countdown.tsx';

export const NextPanel = ({ next, now }: { next: Next; now: number }) => (
  <section className="frame next-panel" aria-labelledby="what-happens-next">
    <h2 id="what-happens-next">What happens next</h2>
    <h3 className="next-title">{next.title}</h3>
    <p>
      <Dated at={next.until}>{next.lead}</Dated>
    </p>
    {next.reason && (
      <p>
        <span className="muted">Reason:</span> {next.reason}
      </p>
    )}
    {next.way && (
      <p className="mt-3">
        <ButtonLink size="sm" to={next.way.to}>
          {next.way.text}
        </ButtonLink>
      </p>
    )}
    {next.until && <Countdown until={next.until} now={now} />}
    {next.clock && (
      <>
        <h3 className="next-title">{ESCROW_STATUS}</h3>
        <p>{next.clock}</p>
      </>
    )}
    {next.outcomes.length > 0 && (
      <dl className="outcomes">
        {next.outcomes.map(({ when, what }) => (
          <div key={when}>
            <dt>{when}</dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    )}
  </section>
);
