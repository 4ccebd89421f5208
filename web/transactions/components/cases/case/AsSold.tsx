import { useState } from 'react';
import type { CaseFile, SoldListing } from '#application/contract/cases.ts';
import { fileUrl } from '../../../../api/files.ts';
import { categoryLabel } from '../../../../staff/caseText.ts';
import { openDispute } from '../../../../staff/openDispute.ts';
import { useReadCase } from '../../../../staff/ReadCase.tsx';
import { dueTime } from '../../../../ui/dates.ts';
import { Facts } from '../../../../ui/Facts.tsx';
import { Link } from '../../../../ui/Link.tsx';
import { formatPrice } from '../../../../ui/money.ts';
import { onceOpened } from '../../../../ui/onceOpened.tsx';
import { Panel } from '../../../../ui/Panel.tsx';
import type { ComparedPhoto, CompareProps } from './ComparePhotos.tsx';
import { claimOf } from './claimOf.ts';

const ComparePhotos = onceOpened<CompareProps>(async () => (await import('./ComparePhotos.tsx')).ComparePhotos);

const soldPhotos = ({ images }: SoldListing): ComparedPhoto[] =>
  images.map(({ s3Key, original, thumbnail, takenAt, sha256 }, place) => ({
    url: fileUrl(s3Key, original),
    thumbnailUrl: fileUrl(s3Key, thumbnail),
    name: `Listing photo ${place + 1}`,
    takenAt,
    sha256,
  }));

const Thumbs = ({
  label,
  photos,
  onOpen,
}: {
  label: string;
  photos: readonly ComparedPhoto[];
  onOpen: (place: number) => void;
}) => (
  <ul className="evidence" aria-label={label}>
    {photos.map(({ name, thumbnailUrl }, place) => (
      <li key={name}>
        <button type="button" aria-label={name} aria-haspopup="dialog" onClick={() => onOpen(place)}>
          <img src={thumbnailUrl} alt="" width={160} height={120} loading="lazy" decoding="async" />
        </button>
      </li>
    ))}
  </ul>
);

const Listed = ({ sold }: { sold: SoldListing }) => (
  <>
    <p>
      <b className="strong">{sold.title}</b>
    </p>
    <Facts
      className="facts as-sold-facts"
      facts={[
        { label: 'Condition', value: sold.condition },
        { label: 'Paint', value: sold.paintQuality },
        {
          label: 'Game',
          value: [sold.franchiseName, sold.mainFaction, sold.subfaction].filter(Boolean).join(' · '),
        },
      ]}
    />
    <blockquote className="said-text">{sold.description}</blockquote>
  </>
);

/** The listing as it was bought beside what the buyer claims, with photos that open side by side. */
export const AsSold = ({ file }: { file: CaseFile }) => {
  const { asSold: sold, transaction, sums } = file;
  const [shown, setShown] = useState<{ sold: number; claimed: number }>();
  const claim = claimOf(file);
  const read = useReadCase();
  const listed = sold ? soldPhotos(sold) : [];
  const show = (side: 'sold' | 'claimed', place: number) => {
    if (side === 'claimed' && claim?.photos[place]) read?.open(place);
    if (side === 'sold' && listed[place]) read?.openOfListing(place);
  };
  const open = (places: { sold: number; claimed: number }) => {
    setShown(places);
    show('sold', places.sold);
    show('claimed', places.claimed);
  };
  const amount = openDispute(transaction)?.claim ?? claim?.amount;
  return (
    <Panel
      title="As sold and as claimed"
      className="as-sold"
      aside={sold && <Link to={`/audit/streams/listing-${transaction.listing._id}`}>History of the listing</Link>}
    >
      <div className="sides">
        <section aria-label="As sold">
          <h3>
            As sold{' '}
            {sold && (
              <span className="muted">
                {dueTime(sold.at)}, revision {sold.revision}
              </span>
            )}
          </h3>
          {sold ? <Listed sold={sold} /> : <p className="muted">The history of the listing does not name this sale.</p>}
          {sold?.changed && <p className="hint">The seller has changed the listing since.</p>}
          <Thumbs label="Photos as sold" photos={listed} onOpen={(place) => open({ sold: place, claimed: 0 })} />
        </section>
        <section aria-label="As claimed">
          <h3>As claimed {claim && <span className="muted">{dueTime(claim.at)}</span>}</h3>
          {claim ? (
            <>
              <p>
                <b className="strong">{categoryLabel(claim.category)}</b>
                {amount !== undefined && amount > 0 && (
                  <span className="num">
                    {' '}
                    · {formatPrice(amount)} of {formatPrice(sums.captured)}
                  </span>
                )}
              </p>
              {claim.text !== null && <blockquote className="said-text">{claim.text}</blockquote>}
            </>
          ) : (
            <p className="muted">The buyer has claimed nothing.</p>
          )}
          <Thumbs
            label="Photos of the claim and later statements"
            photos={claim?.photos ?? []}
            onOpen={(place) => open({ sold: 0, claimed: place })}
          />
          {!!claim?.withheld && <p className="muted">Photos, {claim.withheld}: [personal]</p>}
        </section>
      </div>
      {shown && (
        <ComparePhotos
          open
          onOpenChange={() => setShown(undefined)}
          sold={listed}
          claimed={claim?.photos ?? []}
          begun={shown}
          onShow={show}
        />
      )}
    </Panel>
  );
};
