/** In which country a network is registered, by a table that whoever runs the marketplace keeps. */
export interface Countries {
  /** ISO 3166, two letters; null where the table says none, or there is no table. `network`: as an `Arrival` has it. */
  of(network: string): Promise<string | null>;
}

/** Knows no country: for a marketplace without a table. */
export const NO_COUNTRIES: Countries = { of: async () => null };
