import { randomUUID } from 'node:crypto';
import gossip from '@eventstore/db-client/generated/gossip_pb.js';
import features from '@eventstore/db-client/generated/serverfeatures_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';

const VERSION = '24.6.0';

/** The client's first call. */
export const supportedMethods = () =>
  new features.SupportedMethods()
    .setEventStoreServerVersion(VERSION)
    .setMethodsList(
      ['read', 'append', 'batchappend'].map((name) =>
        new features.SupportedMethod().setMethodName(name).setServiceName('event_store.client.streams.streams'),
      ),
    );

/** A cluster of one. */
export const leaderAt = (port: number) =>
  new gossip.ClusterInfo().setMembersList([
    new gossip.MemberInfo()
      .setInstanceId(new shared.UUID().setString(randomUUID()))
      .setTimeStamp((Date.now() * 10_000).toString())
      .setState(gossip.MemberInfo.VNodeState.LEADER)
      .setIsAlive(true)
      .setHttpEndPoint(new gossip.EndPoint().setAddress('127.0.0.1').setPort(port)),
  ]);
