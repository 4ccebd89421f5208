/** The folder of the embedded server is unusable; the message tells its owner what to do. */
export class ClusterFault extends Error {
  override readonly name = 'ClusterFault';
}
