import { supportEmail } from '../api/support.ts';
import { Brand } from '../shell/Brand.tsx';
import { SkipLink } from '../shell/SkipLink.tsx';
import { PageHeading } from '../ui/PageHeading.tsx';
import { LAST_UPDATED, SECTIONS } from './terms.ts';

export const Terms = () => (
  <>
    <SkipLink />
    <header className="topbar public">
      <Brand />
    </header>
    <main id="main" className="wrap page">
      <PageHeading title="Terms and Conditions" lead={`Last updated: ${LAST_UPDATED}`} />
      <div className="terms">
        <nav aria-label="Contents">
          <ol>
            {SECTIONS.map(({ id, title }) => (
              <li key={id}>
                <a href={`#${id}`}>{title}</a>
              </li>
            ))}
          </ol>
        </nav>
        <div className="long-reading">
          {SECTIONS.map(({ id, title, paragraphs }, index) => (
            <section key={id} id={id} aria-labelledby={`${id}-title`}>
              <h2 id={`${id}-title`}>
                {index + 1}. {title}
              </h2>
              {paragraphs.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
            </section>
          ))}
          <p>
            Contact: <a href={`mailto:${supportEmail()}`}>{supportEmail()}</a>
          </p>
        </div>
      </div>
    </main>
  </>
);
