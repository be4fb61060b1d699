import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { playerName } from './player-name.ts';
import { idParam } from './text.ts';
import { USER_STATES } from './users.ts';

/** What links two accounts, strongest first. */
export const LINK_KINDS = ['steam', 'device', 'deposit', 'network', 'sale', 'duel'] as const;
export type LinkKind = (typeof LINK_KINDS)[number];

const evidence = z.object({
  kind: z.enum(LINK_KINDS),
  /** The number of Steam accounts, browsers, deposits, networks, sales or duels that they share. */
  count: z.number(),
  /** Diamonds of these deposits, sales or duels; null for the others. */
  amount: z.nullable(z.number()),
  lastAt: z.iso.datetime(),
});
export type LinkEvidence = z.output<typeof evidence>;

const linkedAccount = z.object({
  id: z.number(),
  ...playerName,
  state: z.enum(USER_STATES),
  evidence: z.array(evidence),
});
export type LinkedAccount = z.output<typeof linkedAccount>;

/** A network that more accounts use says nothing about two of them. */
export const NETWORK_ACCOUNTS_MAX = 20;
/** Fewer duels between two players happen by chance. */
export const DUELS_MIN = 3;

export const getLinkedAccounts = endpoint({
  method: 'GET',
  path: '/admin/getLinkedAccounts/:userId',
  summary:
    'Accounts that may belong to the same person or work together, with the evidence: shared Steam accounts, browsers and networks, deposits passed on, sales far from the price, and repeated duels.',
  params: z.object({ userId: idParam }),
  refuses: ['not_found'],
  reply: z.object({ data: z.array(linkedAccount) }),
});
