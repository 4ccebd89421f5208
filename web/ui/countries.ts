const WITH_ARTICLE = ['Netherlands', 'Czech Republic', 'United Kingdom', 'United States'];

/** With an article where needed: `the Netherlands`, `Spain`. */
export const countryInSentence = (country: string): string =>
  WITH_ARTICLE.includes(country) ? `the ${country}` : country;
