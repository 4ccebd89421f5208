import type { Dispute } from '#application/contract/transactions.ts';
import { Evidence } from '../../../ui/Evidence.tsx';

type StatementProps = { who: string; said: Dispute['opening']; what?: string };

/** A statement with its photos. */
export const Statement = ({ who, said, what }: StatementProps) => (
  <figure className="statement">
    <figcaption>
      <b>{who}</b>
      {what && <span className="muted"> {what}</span>}
    </figcaption>
    {said.text && <blockquote>{said.text}</blockquote>}
    <Evidence pieces={said.evidence} withheld={said.withheld} label={`Photos by ${who}`} />
  </figure>
);
