/** So many listings one account may watch at once. */
export const MOST_WATCHED = 200;
/** How many watch a listing is told from so many on: fewer could be guessed to be somebody. */
export const WATCHERS_TOLD_FROM = 2;
