import type { Dispute } from '#application/contract/transactions.ts';

type StatementProps = { who: string; said: Dispute['opening']; what?: string };

/** What somebody said and showed; a photo opens large in a new tab. */
export const Statement = ({ who, said, what }: StatementProps) => (
  <figure className="statement">
    <figcaption>
      <b>{who}</b>
      {what && <span className="muted"> {what}</span>}
    </figcaption>
    {said.text && <blockquote>{said.text}</blockquote>}
    {said.evidence.length > 0 && (
      <ul className="evidence">
        {said.evidence.map(({ url, thumbnailUrl }, index) => (
          <li key={url}>
            <a
              href={url}
              target="_blank"
              rel="noreferrer"
              aria-label={`Photo ${index + 1} by ${who}, opens in a new tab`}
            >
              <img src={thumbnailUrl} alt="" width={160} height={120} loading="lazy" />
            </a>
          </li>
        ))}
      </ul>
    )}
  </figure>
);
