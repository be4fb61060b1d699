import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

export const notification = z.object({
  id: z.number(),
  isRead: z.boolean(),
  icon: z.string(),
  title: z.string(),
  message: z.string(),
  updatedAt: z.iso.datetime(),
});
export type Notification = z.output<typeof notification>;

export const markAsRead = endpoint({
  method: 'PUT',
  path: '/auth/markAsRead',
  summary: 'Mark notifications as read, all in one request.',
  body: z.object({
    notificationIds: z
      .array(z.number().check(z.int(), z.positive(), z.maximum(Number.MAX_SAFE_INTEGER)))
      .check(z.maxLength(200)),
  }),
  reply: z.object({ message: z.string() }),
});
