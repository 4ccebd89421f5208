/** The folder of the embedded server cannot be used as it is: the message is one line that its owner can act on. */
export class ClusterFault extends Error {
  override readonly name = 'ClusterFault';
}
