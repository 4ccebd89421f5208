import gossipGrpc from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import featuresGrpc from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js';
import { Server, ServerCredentials, type sendUnaryData, type UntypedServiceImplementation } from '@grpc/grpc-js';
import { type AppendCall, type AppendFault, serveAppend, type TellsPosition } from './appends.ts';
import { failures, isServiceError } from './failures.ts';
import { ANY, foreignEvent, openPeerLog } from './log.ts';
import { leaderAt, supportedMethods } from './node.ts';
import { openOutbox, type ReadCall } from './outbox.ts';
import { readAll, readStream } from './reads.ts';
import { subscribeToAll } from './subscriptions.ts';

type Call = 'append' | 'batchAppend' | 'read' | 'subscribe' | 'gossip';
type PeerOptions = {
  maxAppendSize?: number;
  /** PEM. */
  tls?: { key: Buffer; certificate: Buffer };
};
type Faults = {
  append?: ((stream: string) => AppendFault | undefined) | undefined;
  read?: (() => 'notReady' | 'stalled' | 'notAllowed' | 'unknownName' | 'stopped' | undefined) | undefined;
};

/**
 * A server with EventStoreDB's protocol (21.10 to 24.x, KurrentDB 25), built on the client's own message classes:
 * appends, reads, subscriptions to `$all`, features, gossip. It keeps its log over `down` and `up`.
 */
export const startEventStoreDbPeer = async ({ maxAppendSize = 1024 * 1024, tls }: PeerOptions = {}) => {
  const log = openPeerLog();
  // Every real log contains this, too.
  log.append('$stats-127.0.0.1:2113', ANY, [foreignEvent('$statsCollected', '{"proc-cpu":1}')]);
  log.append('$users', ANY, [foreignEvent('$User', '"admin"')]);
  const faults: Faults = {};
  const calls: Record<Call, number> = { append: 0, batchAppend: 0, read: 0, subscribe: 0, gossip: 0 };
  let open = 0;
  let tellsPosition: TellsPosition = 'plainly';
  let server: Server | undefined;
  let port = 0;

  const append = serveAppend({
    log,
    maxAppendSize,
    fault: (stream) => faults.append?.(stream),
    tellsPosition: () => tellsPosition,
  });

  const read = async (call: ReadCall): Promise<void> => {
    const options = call.request.getOptions()!;
    const subscribes = options.hasSubscription();
    calls[subscribes ? 'subscribe' : 'read']++;
    const out = openOutbox(call);
    open++;
    try {
      const met = faults.read?.();
      if (met === 'stalled') return await out.wait(log.changed, 'never');
      if (met) throw failures[met]();
      if (subscribes) await subscribeToAll(log, options, out);
      else await (options.hasAll() ? readAll : readStream)(log, options, out);
      if (!out.closed) call.end();
    } catch (error) {
      if (!isServiceError(error)) throw error;
      if (!out.closed) call.emit('error', error);
    } finally {
      open--;
    }
  };

  const up = async (): Promise<void> => {
    const starting = new Server({ 'grpc.max_receive_message_length': 16 * 1024 * 1024 });
    const serve = (service: object, implementation: Record<string, unknown>) =>
      starting.addService(
        service as Parameters<Server['addService']>[0],
        implementation as unknown as UntypedServiceImplementation,
      );
    serve(streamsGrpc.StreamsService, {
      read: (call: ReadCall) => void read(call),
      append: (call: AppendCall, reply: sendUnaryData<never>) => {
        calls.append++;
        append(call, reply as never);
      },
      // Offered as by a real server, to catch a client that would use it.
      batchAppend: (call: ReadCall) => {
        calls.batchAppend++;
        call.emit('error', failures.notServed('BatchAppend'));
      },
    });
    serve(featuresGrpc.ServerFeaturesService, {
      getSupportedMethods: (_: unknown, reply: sendUnaryData<unknown>) => reply(null, supportedMethods()),
    });
    serve(gossipGrpc.GossipService, {
      read: (_: unknown, reply: sendUnaryData<unknown>) => {
        calls.gossip++;
        reply(null, leaderAt(port));
      },
    });
    port = await new Promise<number>((resolve, reject) =>
      starting.bindAsync(
        `127.0.0.1:${port}`,
        tls
          ? ServerCredentials.createSsl(null, [{ private_key: tls.key, cert_chain: tls.certificate }])
          : ServerCredentials.createInsecure(),
        (error, bound) => (error ? reject(error) : resolve(bound)),
      ),
    );
    server = starting;
  };

  await up();
  return {
    log,
    calls,
    faults,
    get url() {
      return `esdb://127.0.0.1:${port}?tls=${tls !== undefined}`;
    },
    port: () => port,
    get clusterUrl() {
      return `esdb+discover://127.0.0.1:${port}?tls=false`;
    },
    /** Running reads and subscriptions. */
    openCalls: () => open,
    /** How it reports positions from now on. */
    tellPositions: (how: TellsPosition) => {
      tellsPosition = how;
    },
    /** Uses the same port again. */
    up,
    /** Cuts all connections at once, like a crash. */
    down: () => {
      server?.forceShutdown();
      server = undefined;
    },
  };
};

export type EventStoreDbPeer = Awaited<ReturnType<typeof startEventStoreDbPeer>>;
