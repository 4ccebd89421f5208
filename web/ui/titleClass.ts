/** Long titles (up to 100 characters) get a smaller heading. */
export const titleClass = (title: string): 'long' | undefined => (title.length > 50 ? 'long' : undefined);
