/** A browser as a push service addresses it. */
export type PushTarget = {
  readonly endpoint: string;
  /** The browser's public key, an uncompressed P-256 point. */
  readonly p256dh: Buffer;
  /** The secret that browser and site share, 16 bytes. */
  readonly auth: Buffer;
};

/** The key pair that identifies this site to push services (VAPID): a P-256 point and its private scalar, in base64url. */
export type PushKeys = { readonly publicKey: string; readonly privateKey: string };

export type PushMessage = {
  readonly text: string;
  /** How long the push service keeps it for a device that is offline. */
  readonly ttlSeconds: number;
  readonly urgency: 'normal' | 'high';
};

/**
 * The result of sending: `gone` means that the browser has unsubscribed or that its address is not allowed, `rejected` that a repeat
 * would fail too, `failed` that a repeat may succeed.
 */
export type PushOutcome =
  | { readonly kind: 'sent' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'rejected'; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string; readonly retryAfterSeconds?: number | undefined };

/** Sends encrypted messages to browsers through their push services. */
export type PushSender = {
  /** Whether messages may be sent to this address: a public https address, and nothing inside the operator's network. */
  isAllowed(endpoint: string): Promise<boolean>;
  /** Whether these are keys of a browser. */
  isValidKey(p256dh: Buffer): boolean;
  createKeys(): PushKeys;
  /** Never rejects for a reason that lies outside of the site. */
  send(target: PushTarget, message: PushMessage, keys: PushKeys): Promise<PushOutcome>;
};
