/** Epoch ms. Embedded mode can add an offset, so that 12 days pass in a test or a demonstration. */
export interface Clock {
  now(): number;
}
