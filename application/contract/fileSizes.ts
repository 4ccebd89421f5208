export const MEGABYTE = 1024 * 1024;

/** As document 1, section 5, writes it: `5MB`. */
export const inMegabytes = (bytes: number): string => `${Math.floor(bytes / MEGABYTE)}MB`;

export const fileTooLarge = (most: number): string => `File is too large. Maximum size is ${inMegabytes(most)}.`;
