import { SWITCHES } from '@karat/rules/switches';
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** A text of staff for everyone. Pages in the mixed language show the English one. */
const publicTexts = z.object({ tr: z.string(), en: z.string() });
export type PublicTexts = z.output<typeof publicTexts>;

const switchedOff = z.object({
  name: z.enum(SWITCHES),
  message: z.nullable(publicTexts),
  /** When staff expect to switch it on again. */
  endsAt: z.nullable(z.iso.datetime()),
});

const shownAnnouncement = z.object({ id: z.number(), text: publicTexts });
export type ShownAnnouncement = z.output<typeof shownAnnouncement>;

export const siteStatus = z.object({
  /** What is switched off. `site` is maintenance. */
  off: z.array(switchedOff),
  /** Announcements to show now, newest first. */
  announcements: z.array(shownAnnouncement),
});
export type SiteStatus = z.output<typeof siteStatus>;

export const getSiteStatus = endpoint({
  method: 'GET',
  path: '/site/getStatus',
  summary:
    'What is switched off, and what staff announce. The page itself contains it, and SITE_STATUS has each change.',
  worksInMaintenance: true,
  reply: z.object({ data: siteStatus }),
});
