/** Epoch ms. In embedded mode an offset can be added, so that 12 days pass in a test or a demonstration. */
export interface Clock {
  now(): number;
}
