import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '#deps.ts';
import { originOf } from '#http/origin.ts';
import { createNonce, pageHeaders } from '#http/security-headers.ts';
import { errorPage } from '../openid-page.ts';
import { mailListPage, mailPage, SANDBOX_MAIL_PATH } from './mail-page.ts';
import { selectEmail, selectEmails, type StoredEmail } from './outbox.ts';

type MailParams = { Params: { id: string } };

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** E-mails bring inline styles, and load nothing. */
const EMAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Pages that show the e-mails of the site, on the sandbox only. */
export function mailRoutes(scope: FastifyInstance, { db, env }: Pick<Deps, 'db' | 'env'>): void {
  const find = ({ id }: MailParams['Params']): Promise<StoredEmail | undefined> =>
    UUID.test(id) ? selectEmail(db.sql, id) : Promise.resolve(undefined);

  function send(request: FastifyRequest, reply: FastifyReply, page: (nonce: string, origin: string) => string) {
    const [nonce, origin] = [createNonce(), originOf(request.headers, env)];
    return reply.headers(pageHeaders(nonce, origin)).send(page(nonce, origin));
  }

  const sendMissing = (request: FastifyRequest, reply: FastifyReply) =>
    send(request, reply.code(404), (nonce) => errorPage('There is no such e-mail here.', nonce));

  scope.get(SANDBOX_MAIL_PATH, async (request, reply) => {
    const emails = await selectEmails(db.sql);
    return send(request, reply, (nonce) => mailListPage(emails, nonce));
  });

  scope.get<MailParams>(`${SANDBOX_MAIL_PATH}/:id`, async (request, reply) => {
    const email = await find(request.params);
    if (email === undefined) return sendMissing(request, reply);
    return send(request, reply, (nonce, origin) => mailPage(email, origin, nonce));
  });

  scope.get<MailParams>(`${SANDBOX_MAIL_PATH}/:id/html`, async (request, reply) => {
    const email = await find(request.params);
    if (email === undefined) return sendMissing(request, reply);
    const headers = pageHeaders(createNonce(), originOf(request.headers, env));
    return reply.headers({ ...headers, 'content-security-policy': EMAIL_POLICY }).send(email.html);
  });
}
