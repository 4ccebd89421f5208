/** Of one listing. */
export const MAX_IMAGES = 8;
