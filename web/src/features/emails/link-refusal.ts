import { ApiRefusal } from '#core/api.ts';

/** Whether a link cannot be used; also for a token that was cut off, which the server refuses as an invalid input. */
export function isLinkInvalid(error: unknown): boolean {
  if (!(error instanceof ApiRefusal)) return false;
  return error.code === 'link_invalid' || error.issues.some(({ path }) => path === 'token');
}
