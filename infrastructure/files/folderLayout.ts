/** A file and its description stand side by side; the description is written last, so a half-written file does not exist. */
export const CONTENTS = 'contents';
export const DESCRIPTIONS = 'descriptions';
export const DESCRIPTION = '.json';
/** Ends the name of a file that is being written. */
export const PART = '.part';
