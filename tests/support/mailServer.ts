import { buffer } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

export type Received = { from: string; to: string[]; text: string; messageId: string };

/** Decodes quoted-printable. */
const decoded = (part: string): string =>
  part
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/(?:=[0-9A-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString());

/** As the reader sees it, newest first. */
export const readable = (received: readonly Received[]) =>
  received.toReversed().map(({ to, text }) => {
    const parts = text.split(/^--[^\r\n]+$/m).slice(1);
    const part = (type: string) => decoded(parts.find((each) => each.includes(`Content-Type: ${type}`)) ?? '');
    const subject = /^Subject: (.*?)\r?$/m.exec(text)?.[1] ?? '';
    return { to: to[0] ?? '', subject, text: part('text/plain'), html: part('text/html'), date: '' };
  });

/** What happens to the next e-mail: an SMTP refusal, or acceptance with a lost answer. */
type Fault = { code: number; words?: string; ofSender?: true } | 'lostAnswer';

export type MailServer = {
  url: string;
  received: Received[];
  /** Number of connections so far. */
  connections(): number;
  next(...faults: Fault[]): void;
  close(): Promise<void>;
};

const USER = 'reliquary';
const PASSWORD = 'p@ss/word';

const refusal = (code: number, words = 'not <here@example.com>') =>
  Object.assign(new Error(words), { responseCode: code });

/** A real SMTP server with authentication that keeps what it accepts. */
export const startMailServer = async (): Promise<MailServer> => {
  const received: Received[] = [];
  const faults: Fault[] = [];
  let connections = 0;
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onConnect: (_session, done) => {
      connections++;
      done();
    },
    onAuth: ({ username, password }, _session, done) =>
      username === USER && password === PASSWORD ? done(null, { user: USER }) : done(refusal(535)),
    onMailFrom: (_address, _session, done) => {
      const fault = faults[0];
      if (fault === undefined || fault === 'lostAnswer' || !fault.ofSender) return done();
      faults.shift();
      done(refusal(fault.code, fault.words));
    },
    onRcptTo: (_address, _session, done) => {
      const fault = faults[0];
      if (fault === undefined || fault === 'lostAnswer') return done();
      faults.shift();
      done(refusal(fault.code, fault.words));
    },
    onData: (stream, session, done) => {
      const keep = async () => {
        const text = (await buffer(stream)).toString();
        const { mailFrom, rcptTo } = session.envelope;
        const from = mailFrom ? mailFrom.address : '';
        const messageId = /^Message-ID: (\S+)/im.exec(text)?.[1] ?? '';
        received.push({ from, to: rcptTo.map(({ address }) => address), text, messageId });
        if (faults[0] !== 'lostAnswer') return done();
        faults.shift();
        for (const { _socket } of server.connections as Set<{ _socket: { destroy(): void } }>) _socket.destroy();
      };
      keep().catch(done);
    },
  });
  server.on('error', () => undefined); // connections cut by the server itself
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as { port: number };
  return {
    url: `smtp://${USER}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}`,
    received,
    connections: () => connections,
    next: (...more) => void faults.push(...more),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
};
