/** Who reads why something was done with an account. */
export const OF_ACCOUNT = 'Staff and auditors read it in the history of the account; its owner does not.';
