import { type HTMLAttributes, type ReactNode, useId } from 'react';
import { classes } from './classes.ts';

type PanelProps = Omit<HTMLAttributes<HTMLElement>, 'title'> & {
  title?: ReactNode;
  /** At the end of the heading. */
  aside?: ReactNode;
  /** Rows without padding. */
  flush?: boolean;
};

/** A section with a background, named by its heading. */
export const Panel = ({ title, aside, flush, className, children, ...rest }: PanelProps) => {
  const id = useId();
  return (
    <section
      {...rest}
      className={classes('panel', flush && 'flush', className)}
      aria-labelledby={title ? id : undefined}
    >
      {title && (
        <div className="panel-head">
          <h2 id={id}>{title}</h2>
          {aside}
        </div>
      )}
      {children}
    </section>
  );
};

/** A decorated frame: at most two per screen. */
export const Frame = ({ className, ...rest }: HTMLAttributes<HTMLDivElement>) => (
  <div {...rest} className={classes('frame', className)} />
);
