import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { pagination, paginationQuery } from './pagination.ts';
import { playerName } from './player-name.ts';
import { idNumber, idParam, reason } from './text.ts';

/** The largest adjustment. */
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
    "Change a player's balance, with a reason that is stored. Above the limit it waits for a second person. Honours Idempotency-Key.",
  body: balanceAdjustment,
  refuses: ['insufficient_balance', 'key_reused', 'not_found'],
  reply: z.object({
    message: z.string(),
    data: z.object({
      userId: z.number(),
      /** The current balance: with the change if it is done, without if it waits. */
      balance: z.number(),
      state: z.enum(['done', 'waiting']),
      /** The id of the adjustment, or of the waiting request. */
      adjustmentId: z.number(),
    }),
  }),
});

export const getAdjustmentTerms = endpoint({
  method: 'GET',
  path: '/admin/getAdjustmentTerms/:userId',
  summary: "What the caller needs to know before adjusting a player's balance.",
  params: z.object({ userId: idParam }),
  refuses: ['not_found'],
  reply: z.object({
    data: z.object({
      userId: z.number(),
      ...playerName,
      balance: z.number(),
      /** An adjustment waits for a second person if it exceeds this, together with what the caller gave or took within a day. */
      approvalAbove: z.number(),
      /** Diamonds that the caller gave and took from all players, including payouts of the caller's unapproved missions and prices. */
      given: z.number(),
      taken: z.number(),
    }),
  }),
});
export type AdjustmentTerms = z.output<typeof getAdjustmentTerms.reply>['data'];

/** The states of a request for approval. */
export const ADJUSTMENT_STATES = ['waiting', 'approved', 'refused', 'withdrawn'] as const;
export type AdjustmentState = (typeof ADJUSTMENT_STATES)[number];

/** The kinds of changes that a second person decides on: a balance, a mission, an edited item, or a price jump. */
export const ADJUSTMENT_KINDS = ['balance', 'mission', 'item', 'price'] as const;
export type AdjustmentKind = (typeof ADJUSTMENT_KINDS)[number];

/** The reply of a call whose change waits for a second person; `adjustmentId` is the id of the request. */
export const waitingChange = z.object({ state: z.literal('waiting'), adjustmentId: z.number() });
export const WAITING_SENTENCE = 'Waiting for a second person.';

const person = z.object({ id: z.number(), ...playerName });

/** A field before the change, null for something new, and after it. */
const changedField = z.object({ field: z.string(), before: z.nullable(z.string()), after: z.string() });
export type ChangedField = z.output<typeof changedField>;

const adjustmentRequest = z.object({
  id: z.number(),
  kind: z.enum(ADJUSTMENT_KINDS),
  state: z.enum(ADJUSTMENT_STATES),
  /** The player whose balance changes; null for the other kinds. */
  user: z.nullable(z.extend(person, { balance: z.number() })),
  /** The mission or item; null for a balance. Its id is null while the mission is new. */
  subject: z.nullable(z.object({ id: z.nullable(z.number()), name: z.string() })),
  changes: z.array(changedField),
  /** The change of a balance; for the other kinds the most that the change may pay out within a day. */
  amount: z.number(),
  /** Empty if the call has no reason. */
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
    'Changes of balances, missions and prices that a second person decides on: waiting ones first, then the newest.',
  query: z.object({ ...paginationQuery(), state: z.optional(z.enum(ADJUSTMENT_STATES, 'Invalid filter.')) }),
  reply: z.object({
    data: z.array(adjustmentRequest),
    pagination,
    /** The number of waiting requests, independent of the filter. */
    waiting: z.number(),
    /** Changes above this wait, as do smaller ones that add up to more within a day. */
    approvalAbove: z.number(),
  }),
});

export const adjustmentDecision = z.object({ approve: z.boolean('Invalid choice.'), reason });

export const decideAdjustment = endpoint({
  method: 'POST',
  path: '/admin/decideAdjustment/:adjustmentId',
  summary: 'Approve or refuse a change that another person has requested. Honours Idempotency-Key.',
  params: z.object({ adjustmentId: idParam }),
  body: adjustmentDecision,
  refuses: ['already_decided', 'insufficient_balance', 'key_reused', 'not_found', 'price_changed'],
  reply: z.object({ message: z.string(), data: adjustmentRequest }),
});

export const withdrawAdjustment = endpoint({
  method: 'POST',
  path: '/admin/withdrawAdjustment/:adjustmentId',
  summary: 'Withdraw a change that the caller has requested, before it was decided.',
  params: z.object({ adjustmentId: idParam }),
  refuses: ['already_decided', 'not_found'],
  reply: z.object({ message: z.string(), data: adjustmentRequest }),
});
