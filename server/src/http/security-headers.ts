import type { Env } from '#env.ts';
import { randomBytes } from 'node:crypto';

type Addressed = Pick<Env, 'publicOrigin'>;

/** What every reply carries. */
export function baseHeaders(env: Addressed): Readonly<Record<string, string>> {
  return {
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    ...(env.publicOrigin?.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  };
}

export function createNonce(): string {
  return randomBytes(16).toString('base64');
}

/** The policy an HTML page runs under; `host` is where its live channel connects to. */
function contentSecurityPolicy(nonce: string, socketOrigin: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' https: data:",
    "font-src 'self'",
    `connect-src 'self' ${socketOrigin}`,
    "manifest-src 'self'",
    "media-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ');
}

/** What an HTML page carries beside the base headers. `origin` is the site as its reader addresses it. */
export function pageHeaders(nonce: string, origin: string): Record<string, string> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': contentSecurityPolicy(nonce, origin.replace(/^http/, 'ws')),
    'cross-origin-opener-policy': 'same-origin',
    // A same-origin GET carries no Origin: the Referer is what tells our own page over plain http.
    'referrer-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'x-frame-options': 'DENY',
  };
}
