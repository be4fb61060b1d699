import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { listOf, paginationQuery } from './pagination.ts';
import { cleanedText, idParam, validDatabaseText } from './text.ts';

export const NOTE_LENGTH_MAX = 4_000;

const note = z.object({
  id: z.number(),
  text: z.string(),
  author: z.object({ id: z.number(), username: z.string() }),
  createdAt: z.iso.datetime(),
});
export type Note = z.output<typeof note>;

export const newNote = z.object({
  text: z.string('Message is required.').check(
    cleanedText,
    z.refine<string>((text) => text.trim() !== '', 'Message is required.'),
    z.maxLength(NOTE_LENGTH_MAX, `Message must be at most ${NOTE_LENGTH_MAX} characters.`),
    validDatabaseText,
  ),
});

const params = z.object({ userId: idParam });

export const getNotes = endpoint({
  method: 'GET',
  path: '/admin/getNotes/:userId',
  summary: 'What staff wrote about a player, newest first.',
  params,
  query: z.object(paginationQuery()),
  refuses: ['not_found'],
  reply: listOf(note),
});

export const addNote = endpoint({
  method: 'POST',
  path: '/admin/addNote/:userId',
  summary:
    'Write a note about a player. Players read the notes about them in their data export. Honours Idempotency-Key.',
  params,
  body: newNote,
  refuses: ['forbidden', 'key_reused', 'not_found'],
  reply: z.object({ message: z.string(), data: note }),
});
