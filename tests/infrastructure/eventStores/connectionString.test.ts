import { expect, test } from 'vitest';
import { readConnection } from '#infrastructure/eventStores/eventStoreDb/connectionString.ts';

test.each([
  ['esdb://host:2113?tls=false', 'host:2113', 'open', 'open'],
  ['esdb://admin:changeit@host', 'host', 'admin', 'changeit'],
  ['esdb://admin:a%3Ab%40c@host:2113/?tlsCAFile=/etc/ca.pem&keepAliveInterval=20000', 'host:2113', 'admin', 'a:b@c'],
])('accepts %s', (url, hosts, username, password) => {
  expect(readConnection(url)).toEqual({ url, hosts, credentials: { username, password } });
});

test.each([
  ['esdb+discover://a:b@cluster.example:2113', '?nodePreference=leader'],
  ['esdb://a:b@one:2113,two:2113?tls=true', '&nodePreference=leader'],
  ['esdb+discover://a:b@cluster?nodePreference=leader', ''],
])('uses only the leader of the cluster %s', (url, added) => {
  expect(readConnection(url)?.url).toBe(url + added);
});

test.each([
  ['without a name and a password where the server asks for them', 'esdb://host:2113'],
  ['of another protocol', 'postgresql://a:b@host:2113'],
  ['with an option that the client would print', 'esdb://a:b@host?odd=1'],
  ['that would hide conflicts', 'esdb://a:b@host?throwOnAppendFailure=false'],
  ['that would read what was true a moment ago', 'esdb+discover://a:b@host?nodePreference=follower'],
  [
    'with a certificate that is not checked, which the client does not do and prints',
    'esdb://a:b@host?tlsVerifyCert=false',
  ],
  ['with a password that is not encoded', 'esdb://a:b:c@host'],
  ['with a broken encoding', 'esdb://a:%zz@host'],
  ['without a host', 'esdb://?tls=false'],
])('refuses an address %s', (_, url) => {
  expect(readConnection(url)).toBeUndefined();
});
