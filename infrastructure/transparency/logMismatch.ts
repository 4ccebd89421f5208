/** What the database holds is not where the last signed head left it: nothing is signed on top of that. */
export class LogMismatch extends Error {
  override readonly name = 'LogMismatch';
}
