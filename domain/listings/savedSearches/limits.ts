/** So many searches one account may have saved at once. */
export const MOST_SEARCHES = 50;
/** So many new ones a search counts and tells of until its owner looks at it: one that nobody looks at any more falls silent. */
export const MOST_NEW = 100;
/** In characters, what a saved search is called. */
export const LONGEST_NAME = 80;
