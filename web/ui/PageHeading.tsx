import type { ReactNode } from 'react';
import { useTitle } from './useTitle.ts';

type PageHeadingProps = {
  title: string;
  lead?: ReactNode;
  /** Buttons at the end. */
  actions?: ReactNode;
  /** The ruled line under the heading of a list page. */
  rule?: boolean;
};

/** The page's only h1; also sets the tab title. */
export const PageHeading = ({ title, lead, actions, rule = true }: PageHeadingProps) => {
  useTitle(title);
  return (
    <>
      <div className="page-head">
        <div>
          <h1>{title}</h1>
          {lead && <p className="lead">{lead}</p>}
        </div>
        {actions}
      </div>
      {rule ? <div className="rule" aria-hidden="true" /> : <div className="mb-6" />}
    </>
  );
};
