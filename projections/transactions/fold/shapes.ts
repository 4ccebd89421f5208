/**
 * The shapes of a transaction's state, release by release. `npm run history -- record` adds a line when the shape changes,
 * or when `evolve` folds a recorded history differently. Never remove or move a line.
 */
export const TRANSACTION_SHAPES: readonly string[] = [
  '582dff2629db7518', // another shape
  '6ab04f87ec4b44a7', // another shape
  'ba998c6cc8dc1518', // another shape
  'ba998c6cc8dc1518', // the same shape, folded in another way
  'df819a5e7a057316', // another shape
  '4292acd8cdc6d72a', // another shape
  'a710702d4ba54717', // another shape
  '0d27d399f8791f4d', // another shape
  'a10184f386644eff', // another shape
  'cbdaa9244475c1b5', // another shape
  'cbdaa9244475c1b5', // the same shape, folded in another way
  '32887ce2b14a2dc9', // another shape
  'b216f72878e5bc8b', // another shape
  '1c63413375d3a15f', // another shape
  'f40546f3d724b0f4', // another shape
  '7f3f348cf3afcdc2', // another shape
  'b1bf66387ef1f3fd', // another shape
  '6a0c7b595b68874c', // another shape
  '6a0c7b595b68874c', // the same shape, folded in another way
  '69e2c054092ec6d8', // another shape
  'a973d9dd07121388', // another shape
  '2c0025b3f347b7ab', // another shape
  '617b92365070a69e', // another shape
  'b94b4c011e23e61f', // another shape
  '4d0e4076ce965b69', // another shape
  '5f4a77f613546a3c', // another shape
  '5d6c182e04672fa0', // another shape
  'b518a7c0617fba6d', // another shape
  'f0761fe8c898f4f1', // another shape
  '18f2461e0eea9e4b', // another shape
  '463d2f0400120174', // another shape
  'c357b99d51316adf', // another shape
  // the next one
];
