/** What the database holds is not where the last signed head left it: nothing is signed on top of that. */
export class NotOurLog extends Error {
  override readonly name = 'NotOurLog';
}
