const WITH_ARTICLE = ['Netherlands', 'Czech Republic', 'United Kingdom', 'United States'];

/** As a sentence says it: `the Netherlands`, `Spain`. */
export const countryInSentence = (country: string): string =>
  WITH_ARTICLE.includes(country) ? `the ${country}` : country;
