import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Creates a throw-away CA and a certificate for 127.0.0.1 with openssl; returns the files. */
export const makeCertificates = (folder: string) => {
  const file = (name: string) => join(folder, name);
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  openssl('req', '-x509', ...key, '-subj', '/CN=Test authority', '-days', '2', '-keyout', 'ca.key', '-out', 'ca.pem');
  openssl('req', ...key, '-subj', '/CN=database', '-keyout', 'server.key', '-out', 'server.csr');
  writeFileSync(file('san'), 'subjectAltName=IP:127.0.0.1\n');
  openssl(
    'x509',
    '-req',
    '-in',
    'server.csr',
    '-CA',
    'ca.pem',
    '-CAkey',
    'ca.key',
    '-CAcreateserial',
    '-days',
    '2',
    '-extfile',
    'san',
    '-out',
    'server.pem',
  );
  return { authority: file('ca.pem'), certificate: file('server.pem'), key: file('server.key') };
};
