/** Who reads why something was done with an account. */
export const OF_ACCOUNT = 'Visible to staff and auditors in the history of the account, not to its owner.';
