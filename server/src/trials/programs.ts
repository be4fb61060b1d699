import { isProxyInstalled } from '#testing/proxy-process.ts';
import { isRedisInstalled } from '#testing/redis-process.ts';

/** The programs that the trials need and that are not installed. */
export function missingPrograms(): string[] {
  return [...(isRedisInstalled ? [] : ['redis-server']), ...(isProxyInstalled('haproxy') ? [] : ['haproxy'])];
}
