/** What is for sale in the demo. */
export type DemoOffer = {
  seller: string;
  /** How many days ago it was listed. */
  day: number;
  /** How many there are of it below `photos/`. */
  photos: number;
  title: string;
  franchise: string;
  mainFaction: string;
  subfaction?: string;
  condition: string;
  paintQuality: string;
  /** Euros, as typed. */
  price: string;
  /** Euros; where the seller asks for other rates than for all else. */
  shippingRates?: { domesticRate: number; continentalRate: number };
  description: string;
};

export const PAINTED = { condition: 'Painted', paintQuality: 'High Tabletop' };
export const PRO = { condition: 'Pro-painted', paintQuality: 'Display Quality' };
export const PLAIN = { condition: 'Painted', paintQuality: 'Good Tabletop' };
export const BUILT = { condition: 'Built', paintQuality: 'Not Painted' };

/** Offers of one franchise, by short names that the story uses. */
export const of = <Name extends string>(
  franchise: string,
  offers: Record<Name, Omit<DemoOffer, 'franchise'>>,
): Record<Name, DemoOffer> => {
  const named = Object.entries<Omit<DemoOffer, 'franchise'>>(offers).map(([name, offer]) => [
    name,
    { franchise, ...offer },
  ]);
  return Object.fromEntries(named);
};
