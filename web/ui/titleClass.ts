/** A listing's title may have a hundred letters: in the size of a heading those fill a screen. */
export const titleClass = (title: string): 'long' | undefined => (title.length > 50 ? 'long' : undefined);
