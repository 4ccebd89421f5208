import type { ReactNode } from 'react';
import { useTitle } from './useTitle.ts';

type PageHeadingProps = {
  title: string;
  lead?: ReactNode;
  /** Buttons at the far end. */
  actions?: ReactNode;
  /** The rule with one lozenge stands under the heading of a list page. */
  rule?: boolean;
};

/** The one h1 of a page; also names the browser's tab. */
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
