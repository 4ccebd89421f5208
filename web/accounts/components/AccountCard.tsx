import type { ReactNode } from 'react';
import smallKnight from '../../art/knight-bonewhite-640.webp';
import knight from '../../art/knight-bonewhite-full.webp';
import { Frame } from '../../ui/Panel.tsx';
import { useTitle } from '../../ui/useTitle.ts';

type AccountCardProps = { page: string; title: string; lead?: ReactNode; children: ReactNode };

/** Layout of the signed-out screens: a large photo and a framed card. `page`: heading above the card. */
export const AccountCard = ({ page, title, lead, children }: AccountCardProps) => {
  useTitle(page);
  return (
    <main id="main" className="login">
      <div className="login-art" aria-hidden="true">
        <img
          src={knight}
          srcSet={`${smallKnight} 640w, ${knight} 1200w`}
          sizes="(max-width: 48rem) 22rem, max(50vw, 100vh)"
          width="1200"
          height="1200"
          alt=""
        />
      </div>
      <div className="login-form">
        <div className="login-column">
          {page !== title && <h1 className="login-page">{page}</h1>}
          <Frame className="login-card">
            {page === title ? <h1>{title}</h1> : <h2>{title}</h2>}
            {lead && <p className="lead">{lead}</p>}
            {children}
          </Frame>
        </div>
      </div>
    </main>
  );
};
