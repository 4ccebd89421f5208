import { Navigate, useSearchParams } from 'react-router-dom';
import { counted } from '#domain/shared/lengths.ts';
import { TERMS } from '#domain/transactions/terms/termsText.ts';
import { useSession } from '../../api/session.tsx';
import heroPhoto from '../../art/dragon-crimson.webp';
import smallHeroPhoto from '../../art/dragon-crimson-640.webp';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Form } from '../../ui/Form.tsx';
import { SearchInput } from '../../ui/Input.tsx';
import { LoadingScreen } from '../../ui/LoadingScreen.tsx';
import { partOnDemand } from '../../ui/partOnDemand.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { useDebounced } from '../../ui/useDebounced.ts';
import { useTitle } from '../../ui/useTitle.ts';
import { useOfferings } from '../api/useOfferings.ts';
import { NO_FILTERS, pagesFrom, toParams } from '../filters.ts';
import { OfferingGrid } from './OfferingGrid.tsx';
import { DestinationSelect } from './price/DestinationSelect.tsx';

/** The public browse page; members have a richer one. */
export const Home = () => {
  const { status } = useSession();
  if (status === 'loading') return <LoadingScreen />;
  return status === 'authenticated' ? <Navigate to="/listings" replace /> : <PublicBrowse />;
};

const PublicBrowse = () => {
  useTitle('Miniatures sold under escrow');
  const [address, setAddress] = useSearchParams();
  const search = address.get('search')?.trim() ?? '';
  const pages = pagesFrom(address);
  const settle = (next: string) => setAddress(toParams({ search: next }), { replace: true, preventScrollReset: true });
  const { text, setText, flush } = useDebounced(search, settle);
  const submit = async () => {
    flush();
    document.getElementById('latest')?.scrollIntoView({ block: 'start' });
  };
  return (
    <main id="main" className="wrap">
      <section className="hero">
        <div>
          <h1>Painted by hand. Paid for in safety.</h1>
          <p>
            Buy and sell collectible miniatures across Europe. Your money rests in escrow while the figure travels to
            you.
          </p>
          <search className="sticky-search">
            <Form className="hero-search" onSubmit={submit}>
              <SearchInput
                label="Search listings"
                name="search"
                placeholder="Dragon, walker…"
                value={text}
                onChange={(event) => setText(event.target.value)}
              />
              <Button type="submit" look="primary">
                Search
              </Button>
            </Form>
          </search>
        </div>
        <figure className="frame">
          <img
            src={heroPhoto}
            srcSet={`${smallHeroPhoto} 640w, ${heroPhoto} 800w`}
            sizes="(max-width: 48rem) calc(100vw - 3.25rem), 32rem"
            width="800"
            height="600"
            fetchPriority="high"
            alt="Red dragon with cream wings perched on a rock, painted miniature"
          />
        </figure>
      </section>
      <Assurance />
      <Latest
        search={search}
        pages={pages}
        onPages={(next) => setAddress(toParams({ search }, next), { replace: true, preventScrollReset: true })}
        onSearch={setText}
      />
    </main>
  );
};

const Assurance = () => (
  <ol className="assure">
    <li>
      <b>You pay, we hold</b>
      The seller sees that you have paid and ships within {TERMS.shipment}.
    </li>
    <li>
      <b>It arrives, you confirm</b>
      You have {TERMS.escrow}. Not here yet? Pause the clock.
    </li>
    <li>
      <b>The seller is paid</b>
      Usually within {TERMS.payout}, to a verified bank account.
    </li>
  </ol>
);

const NearestOfferings = partOnDemand(
  async () => (await import('./NearestOfferings.tsx')).NearestOfferings,
  <Skeleton height="20rem" />,
);

type LatestProps = {
  search: string;
  pages: number;
  onPages: (pages: number) => void;
  onSearch: (text: string) => void;
};

const Latest = ({ search, pages, onPages, onSearch }: LatestProps) => {
  const offerings = useOfferings({ search }, pages, { anonymous: true });
  const { listings, loading, partial, total, nearest } = offerings;
  const shown = listings?.length;
  return (
    <section aria-labelledby="latest">
      <h2 id="latest">{search ? `Offerings for “${search}”` : 'Latest offerings'}</h2>
      <div className="invite">
        <span>Log in or register to buy, sell and message sellers.</span>
        <DestinationSelect />
        <span className="row">
          <ButtonLink to="/login" look="quiet" size="sm">
            Login
          </ButtonLink>
          <ButtonLink to="/register" size="sm">
            Register
          </ButtonLink>
        </span>
      </div>
      {shown === 0 && !loading ? (
        <>
          <EmptyState
            title="No offerings match your search criteria"
            actions={
              search && (
                <Button size="sm" onClick={() => onSearch('')}>
                  Clear search
                </Button>
              )
            }
          >
            {search
              ? nearest.length === 0 && 'Try another word, or fewer words.'
              : 'The first ones are being painted right now.'}
          </EmptyState>
          {nearest.length > 0 && (
            <NearestOfferings
              nearest={nearest}
              filters={{ ...NO_FILTERS, search }}
              franchiseName=""
              viewer={undefined}
              onShow={(filters) => onSearch(filters.search)}
            />
          )}
        </>
      ) : (
        <OfferingGrid
          offerings={offerings}
          viewer={undefined}
          eager={0}
          found={`${partial ? 'At least ' : ''}${counted(total, 'listing')}`}
          footer={`Showing ${counted(shown ?? 0, 'listing')}`}
          onMore={() => onPages(pages + 1)}
        />
      )}
    </section>
  );
};
