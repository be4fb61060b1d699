import { type Failure, Refusal, refusalStatus } from '@karat/contract/refusal';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { Log } from '#log.ts';

const TOO_LARGE = new Refusal('too_large', 'The request is too large.');
const UNAVAILABLE = new Refusal('unavailable', 'The service is briefly unavailable. Please try again.', {
  retryAfterSeconds: 2,
});

function isFastifyError(error: unknown): error is FastifyError {
  return error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number';
}

/** Errors of the framework become refusals with our own sentences: its messages may name internals. */
function toRefusal(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error;
  if (!isFastifyError(error)) return undefined;
  if (error.statusCode === 413) return TOO_LARGE;
  if (error.statusCode === 503) return UNAVAILABLE;
  if (error.statusCode !== undefined && error.statusCode < 500)
    return new Refusal('invalid', 'The request cannot be read.');
  return undefined;
}

/** The status an error is answered with. */
export function statusOf(error: unknown): number {
  const refusal = toRefusal(error);
  return refusal === undefined ? 500 : refusalStatus[refusal.code];
}

export function failureOf(code: Failure['code'], message: string, issues?: Failure['issues']): Failure {
  return { message, error: message, code, ...(issues === undefined ? {} : { issues }) };
}

/** The only place where an error becomes a response. Database messages and stacks never reach the client. */
export function createErrorHandler(log: Log) {
  return function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    reply.removeHeader('etag').header('cache-control', 'no-store');
    const refusal = toRefusal(error);
    if (refusal === undefined) {
      log.error(
        { err: error, requestId: request.id, method: request.method, path: request.routeOptions.url },
        'Unexpected error',
      );
      return reply.code(500).send(failureOf('internal', 'Something went wrong.'));
    }
    if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', refusal.retryAfterSeconds);
    const { code, message, issues, ban, notice, challenge } = refusal;
    const details = { ...(ban && { ban }), ...(notice && { notice }), ...(challenge && { challenge }) };
    return reply.code(refusalStatus[code]).send({ ...failureOf(code, message, issues), ...details });
  };
}
