import { type HTMLAttributes, type ReactNode, useId } from 'react';
import { classes } from './classes.ts';

type PanelProps = Omit<HTMLAttributes<HTMLElement>, 'title'> & {
  title?: ReactNode;
  /** Stands at the far end of the heading. */
  aside?: ReactNode;
  /** Rows reach the edges. */
  flush?: boolean;
};

/** A section on its own ground, named by its heading. */
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

/** The double hairline with four brass corners: for what is precious, at most twice on a screen. */
export const Frame = ({ className, ...rest }: HTMLAttributes<HTMLDivElement>) => (
  <div {...rest} className={classes('frame', className)} />
);
