import type { FastifyInstance } from 'fastify';
import { createCachedReading } from '#cached-reading.ts';
import type { Deps } from '#deps.ts';
import { selectFigures } from './queries.ts';

const FRESH_MS = 5_000;

export function emailRoutes(app: FastifyInstance, { db }: Pick<Deps, 'db'>): void {
  const readFigures = createCachedReading(() => selectFigures(db.sql), { freshMs: FRESH_MS });
  app.karat.metrics.push(
    {
      name: 'karat_waiting_emails',
      help: 'E-mails that are not sent yet.',
      type: 'gauge',
      read: async () => [{ value: (await readFigures()).waiting }],
    },
    {
      name: 'karat_waiting_emails_oldest_age_seconds',
      help: 'Age of the oldest e-mail that is not sent yet; 0 without one.',
      type: 'gauge',
      read: async () => [{ value: (await readFigures()).oldestSeconds }],
    },
  );
}
