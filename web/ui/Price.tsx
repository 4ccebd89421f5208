import { classes } from './classes.ts';
import { formatPrice } from './money.ts';

/** An amount in euros as the API sends it. */
export const Price = ({ euros, large }: { euros: number; large?: boolean }) => (
  <span className={classes('price', large && 'price-lg')}>{formatPrice(euros)}</span>
);
