import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { pagination, paging } from './pagination.ts';
import { idNumber, idParam, reason } from './text.ts';

/** The largest change of a balance by hand. */
export const ADJUSTMENT_MAX = 1_000_000_000;

export const balanceAdjustment = z.object({
  userId: idNumber,
  amount: z.number('Amount must be a whole number.').check(
    z.int('Amount must be a whole number.'),
    z.refine<number>((amount) => amount !== 0, 'Amount must not be 0.'),
    z.minimum(-ADJUSTMENT_MAX, 'Amount is too large.'),
    z.maximum(ADJUSTMENT_MAX, 'Amount is too large.'),
  ),
  reason,
});

export const adjustBalance = endpoint({
  method: 'POST',
  path: '/admin/adjustBalance',
  summary:
    "Change a player's balance by hand, with a reason that is kept. Above the limit it waits for a second admin. Honours Idempotency-Key.",
  body: balanceAdjustment,
  refuses: ['insufficient_balance', 'key_reused', 'not_found'],
  reply: z.object({
    message: z.string(),
    data: z.object({
      userId: z.number(),
      /** As it is now: with the change where that is done, without where it waits. */
      balance: z.number(),
      state: z.enum(['done', 'waiting']),
      /** Of the change that is done, or of the request that waits. */
      adjustmentId: z.number(),
    }),
  }),
});

export const getAdjustmentTerms = endpoint({
  method: 'GET',
  path: '/admin/getAdjustmentTerms/:userId',
  summary: "What the caller has to know before changing a player's balance by hand.",
  params: z.object({ userId: idParam }),
  refuses: ['not_found'],
  reply: z.object({
    data: z.object({
      userId: z.number(),
      username: z.string(),
      balance: z.number(),
      /** A change that comes to more waits for a second admin, together with what the caller gave, or took, within a day. */
      approvalAbove: z.number(),
      /** Over all players, with what the caller's unapproved missions and prices paid. */
      given: z.number(),
      taken: z.number(),
    }),
  }),
});
export type AdjustmentTerms = z.output<typeof getAdjustmentTerms.reply>['data'];

/** Where a change that had to be asked for stands. */
export const ADJUSTMENT_STATES = ['waiting', 'approved', 'refused', 'withdrawn'] as const;
export type AdjustmentState = (typeof ADJUSTMENT_STATES)[number];

/** What a second admin decides about: a balance, a mission, an edit of an item, or a price that jumped. */
export const ADJUSTMENT_KINDS = ['balance', 'mission', 'item', 'price'] as const;
export type AdjustmentKind = (typeof ADJUSTMENT_KINDS)[number];

/** The answer to a call whose change waits for a second admin; `adjustmentId` is the number of the request. */
export const waitingChange = z.object({ state: z.literal('waiting'), adjustmentId: z.number() });
export const WAITING_SENTENCE = 'Waiting for a second admin.';

const person = z.object({ id: z.number(), username: z.string() });

/** A field as it was when the change was asked for, null for something new, and as it would be. */
const changedField = z.object({ field: z.string(), before: z.nullable(z.string()), after: z.string() });
export type ChangedField = z.output<typeof changedField>;

const adjustmentRequest = z.object({
  id: z.number(),
  kind: z.enum(ADJUSTMENT_KINDS),
  state: z.enum(ADJUSTMENT_STATES),
  /** Whose balance it is; null for the other kinds. */
  user: z.nullable(z.extend(person, { balance: z.number() })),
  /** The mission or item; null for a balance. Its id is null while the mission is new. */
  subject: z.nullable(z.object({ id: z.nullable(z.number()), name: z.string() })),
  changes: z.array(changedField),
  /** Of a balance the change; else the most that it may pay out within a day. */
  amount: z.number(),
  /** Empty where the call takes none. */
  reason: z.string(),
  askedBy: person,
  createdAt: z.iso.datetime(),
  decidedBy: z.nullable(person),
  decisionReason: z.nullable(z.string()),
  decidedAt: z.nullable(z.iso.datetime()),
});
export type AdjustmentRequest = z.output<typeof adjustmentRequest>;

export const getAdjustments = endpoint({
  method: 'GET',
  path: '/admin/getAdjustments',
  summary:
    'Changes of balances, missions and prices that a second admin decides about: those that wait first, then the newest.',
  query: z.object({ ...paging(), state: z.optional(z.enum(ADJUSTMENT_STATES, 'Invalid filter.')) }),
  reply: z.object({
    data: z.array(adjustmentRequest),
    pagination,
    /** How many wait, whatever is listed. */
    waiting: z.number(),
    /** Larger changes wait, and smaller ones that come to more within a day. */
    approvalAbove: z.number(),
  }),
});

export const adjustmentDecision = z.object({ approve: z.boolean('Invalid choice.'), reason });

export const decideAdjustment = endpoint({
  method: 'POST',
  path: '/admin/decideAdjustment/:adjustmentId',
  summary: 'Say yes or no to a change that another admin has asked for. Honours Idempotency-Key.',
  params: z.object({ adjustmentId: idParam }),
  body: adjustmentDecision,
  refuses: ['already_decided', 'insufficient_balance', 'key_reused', 'not_found', 'price_changed'],
  reply: z.object({ message: z.string(), data: adjustmentRequest }),
});

export const withdrawAdjustment = endpoint({
  method: 'POST',
  path: '/admin/withdrawAdjustment/:adjustmentId',
  summary: 'Take back a change that one has asked for, before anybody has decided.',
  params: z.object({ adjustmentId: idParam }),
  refuses: ['already_decided', 'not_found'],
  reply: z.object({ message: z.string(), data: adjustmentRequest }),
});
