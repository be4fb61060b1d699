import type { Env } from '#env.ts';
import { randomBytes } from 'node:crypto';

type OriginEnv = Pick<Env, 'publicOrigin'>;

/** Headers of every reply. */
export function baseHeaders(env: OriginEnv): Readonly<Record<string, string>> {
  return {
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    ...(env.publicOrigin?.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  };
}

export function createNonce(): string {
  return randomBytes(16).toString('base64');
}

/** The policy of an HTML page; `socketOrigin` is where its live channel connects. */
function contentSecurityPolicy(nonce: string, socketOrigin: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' https: data:",
    "font-src 'self'",
    `connect-src 'self' ${socketOrigin}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "media-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ');
}

/** Headers of an HTML page in addition to the base headers. `origin` is the site as its reader addresses it. */
export function pageHeaders(nonce: string, origin: string): Record<string, string> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': contentSecurityPolicy(nonce, origin.replace(/^http/, 'ws')),
    'cross-origin-opener-policy': 'same-origin',
    // A same-origin GET sends no Origin: over plain http the Referer identifies our own page.
    'referrer-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'x-frame-options': 'DENY',
  };
}
