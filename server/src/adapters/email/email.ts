/** An e-mail as it is handed to a mail server. `deliveryId` is the same for every attempt to send it. */
export type EmailMessage = {
  readonly deliveryId: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly createdAt: Date;
};

/** `rejected` means that a repeat would fail too, `failed` that a repeat may succeed. */
export type EmailOutcome =
  | { readonly kind: 'sent' }
  | { readonly kind: 'rejected'; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string };

/** Hands e-mails to the server that delivers them. */
export type EmailSender = {
  /** Whether visitors of the site can read what was sent, as on the sandbox. */
  readonly isPublic: boolean;
  /** Never rejects for a reason that lies outside of the site. */
  send(message: EmailMessage): Promise<EmailOutcome>;
};
