import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export type ReceivedMail = {
  readonly deliveryId: string;
  /** The addresses of the envelope. */
  readonly to: readonly string[];
  readonly mail: Email;
  readonly raw: string;
};

/** Called with each e-mail before it is accepted. A number is the code of a refusal. */
type Answer = (received: ReceivedMail) => Promise<number | undefined> | number | undefined;

const refusal = (code: number): Error => Object.assign(new Error(`refused with ${code}`), { responseCode: code });

function deliveryIdOf({ headers }: Email): string {
  return headers.find(({ key }) => key === 'x-delivery-id')?.value ?? '';
}

type Options = { readonly user?: string; readonly pass?: string };

/** An SMTP server on this machine. Like many receivers it stores a repeat with the same Message-ID once. */
export async function startMailServer({ user, pass }: Options = {}) {
  /** Every e-mail that arrived completely, also those that were refused or a repeat. */
  const attempts: ReceivedMail[] = [];
  const delivered = new Map<string, ReceivedMail>();
  let answer: Answer = () => undefined;

  /** Resolves to the refusal, if there is one. */
  async function store(stream: Readable, to: readonly string[]): Promise<Error | undefined> {
    const raw = await buffer(stream);
    const mail = await PostalMime.parse(raw);
    const received = { deliveryId: deliveryIdOf(mail), to, mail, raw: raw.toString() };
    attempts.push(received);
    const code = await answer(received);
    if (code !== undefined) return refusal(code);
    const { messageId = '' } = mail;
    if (!delivered.has(messageId)) delivered.set(messageId, received);
    return undefined;
  }

  const server = new SMTPServer({
    authOptional: user === undefined,
    disabledCommands: user === undefined ? ['STARTTLS', 'AUTH'] : ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: (auth, _, callback) =>
      auth.username === user && auth.password === pass ? callback(null, { user }) : callback(refusal(535)),
    async onData(stream, { envelope }, callback) {
      const to = envelope.rcptTo.map(({ address }) => address);
      // A client that was killed in the middle of an e-mail is no failure of the test.
      callback(await store(stream, to).catch((error: Error) => error));
    },
  });
  server.on('error', () => undefined);
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;

  return {
    port,
    url: `smtp://127.0.0.1:${port}`,
    attempts: attempts as readonly ReceivedMail[],
    /** E-mails by their Message-ID, in the order of arrival. */
    delivered: (): ReceivedMail[] => [...delivered.values()],
    deliveredTo: (address: string): ReceivedMail[] => [...delivered.values()].filter(({ to }) => to.includes(address)),
    answer: (next: Answer) => void (answer = next),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

export type TestMailServer = Awaited<ReturnType<typeof startMailServer>>;
