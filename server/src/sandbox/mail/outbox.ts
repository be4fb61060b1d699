import type { EmailMessage, EmailSender } from '#adapters/email/email.ts';
import type { Sql } from '#db/db.ts';

const STORED_MAX = 200;

/** Stores e-mails for the page of the sandbox. Like a good mail server it stores a repeat with the same id once. */
export function createSandboxMail(sql: Sql): EmailSender {
  return {
    isPublic: true,
    async send({ deliveryId, to, subject, text, html }: EmailMessage) {
      await sql`
        insert into sandbox_emails (delivery_id, address, subject, text, html)
        values (${deliveryId}, ${to}, ${subject}, ${text}, ${html}) on conflict do nothing`;
      await sql`
        delete from sandbox_emails where delivery_id in (
          select delivery_id from sandbox_emails order by received_at desc offset ${STORED_MAX})`;
      return { kind: 'sent' };
    },
  };
}

export type ListedEmail = {
  readonly deliveryId: string;
  readonly address: string;
  readonly subject: string;
  readonly receivedAt: string;
};

export function selectEmails(sql: Sql): Promise<ListedEmail[]> {
  return sql<ListedEmail>`
    select delivery_id as "deliveryId", address, subject, received_at as "receivedAt"
    from sandbox_emails order by received_at desc, delivery_id`;
}

export type StoredEmail = ListedEmail & { readonly text: string; readonly html: string };

export async function selectEmail(sql: Sql, deliveryId: string): Promise<StoredEmail | undefined> {
  const [row] = await sql<StoredEmail>`
    select delivery_id as "deliveryId", address, subject, text, html, received_at as "receivedAt"
    from sandbox_emails where delivery_id = ${deliveryId}::uuid`;
  return row;
}
