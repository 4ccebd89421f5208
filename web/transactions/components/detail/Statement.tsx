import type { Dispute } from '#application/contract/transactions.ts';
import { Evidence } from '../../../ui/Evidence.tsx';

type StatementProps = { who: string; said: Dispute['opening']; what?: string; isVoid?: boolean };

/** A statement with its photos. `isVoid`: it no longer counts. */
export const Statement = ({ who, said, what, isVoid = false }: StatementProps) => (
  <figure className="statement">
    <figcaption>
      <b>{who}</b>
      {what && <span className="muted"> {what}</span>}
    </figcaption>
    {said.text && <blockquote>{isVoid ? <s>{said.text}</s> : said.text}</blockquote>}
    <Evidence pieces={said.evidence} withheld={said.withheld} label={`Photos by ${who}`} />
  </figure>
);
