import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';

/** What an account may do for the site. An account without a staff role is a player. */
export const STAFF_ROLES = ['support', 'moderator', 'finance', 'admin'] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

/** Null for players. `role` and `isAdmin` know only admins, so a client without this field never grants too much. */
export const staffRole = z.nullable(z.enum(STAFF_ROLES, 'Invalid role.'));

/** The roles with each permission. Admins have every permission. */
const PERMISSIONS = {
  /** Read accounts, transactions, bets, openings, rounds and listings. */
  lookUps: ['support', 'moderator', 'finance'],
  /** Read, answer and close tickets of players. */
  tickets: ['support', 'moderator'],
  /** Write notes about players. */
  notes: ['support', 'moderator', 'finance'],
  /** Mute and unmute players. */
  mutes: ['support', 'moderator'],
  /** Delete messages, set slow mode, and write without the limits of the chat. */
  chat: ['moderator'],
  /** Cancel rooms. */
  rooms: ['moderator'],
  /** Ban players, lift bans, sign players out. */
  bans: ['moderator'],
  /** See who is online. */
  online: ['moderator'],
  /** Decide about trade offers and flagged accounts. */
  trades: ['finance'],
  /** Change balances, and decide about changes that wait for approval. */
  adjustments: ['finance'],
  /** Read and download reports. */
  reports: ['finance'],
  /** Items, cases and their prices, and missions. */
  catalogue: [],
  /** Remove listings of players. */
  listings: [],
  /** Release exclusions of players. */
  exclusions: [],
  /** Read and verify the staff log. */
  logs: [],
  /** Game servers and their console, residents, metrics. */
  operations: [],
  /** Switch parts of the site off and on, and announce. */
  switches: [],
  /** Remove the second factor of accounts. */
  factors: [],
  /** Change the roles of staff. */
  roles: [],
} as const satisfies Record<string, readonly Exclude<StaffRole, 'admin'>[]>;
export type StaffPermission = keyof typeof PERMISSIONS;

export const STAFF_PERMISSIONS = Object.keys(PERMISSIONS) as StaffPermission[];

/** The permission that each call of staff needs. A call that is not listed cannot be mounted for staff. */
export const STAFF_CALLS = {
  'GET /admin/getAllUsers': 'lookUps',
  'GET /admin/getAllUsersByBalance': 'lookUps',
  'GET /admin/getUserByUsername': 'lookUps',
  'GET /admin/getUserInfoById/:userId': 'lookUps',
  'GET /admin/getBetsByUserId/:userId': 'lookUps',
  'GET /admin/getUserTotals/:userId': 'lookUps',
  'GET /admin/getUserActivity/:userId': 'lookUps',
  'GET /admin/getBalanceChange/:userId': 'lookUps',
  'GET /admin/getInventoryByUserId/:userId': 'lookUps',
  'GET /admin/getLinkedAccounts/:userId': 'lookUps',
  'GET /admin/getNotes/:userId': 'lookUps',
  'GET /admin/getTransactionsByUserId/:userId': 'lookUps',
  'GET /admin/search': 'lookUps',
  'GET /admin/getAllTransactions': 'lookUps',
  'GET /admin/getTransactionById/:transactionId': 'lookUps',
  'GET /admin/getOpenedCases': 'lookUps',
  'GET /admin/getAllRooms': 'lookUps',
  'GET /admin/getAllRouletteRounds': 'lookUps',
  'GET /admin/getRouletteRoundById/:id': 'lookUps',
  'GET /admin/getRoundTotalsByDate/:date': 'lookUps',
  'GET /admin/getRoundDays': 'lookUps',
  'GET /admin/getAllListings': 'lookUps',

  'POST /admin/addNote/:userId': 'notes',

  'GET /admin/getAllTickets': 'tickets',
  'PATCH /admin/closeTicket': 'tickets',

  'POST /admin/muteUser': 'mutes',

  'POST /admin/deleteChatMessage/:id': 'chat',
  'POST /admin/deleteRoomMessage/:id': 'chat',
  'POST /admin/setSlowMode': 'chat',

  'POST /admin/voidGameRoom/:roomId': 'rooms',

  'POST /admin/setUserState': 'bans',
  'POST /admin/signOutUser': 'bans',

  'GET /admin/getOnlineUsers': 'online',

  'GET /admin/getAllTradeOffers': 'trades',
  'POST /admin/approveWithdrawal/:offerId': 'trades',
  'POST /admin/retryTradeOffer/:offerId': 'trades',
  'POST /admin/cancelTradeOffer/:offerId': 'trades',
  'POST /admin/clearFlag': 'trades',

  'POST /admin/adjustBalance': 'adjustments',
  'GET /admin/getAdjustmentTerms/:userId': 'adjustments',
  'GET /admin/getAdjustments': 'adjustments',
  'POST /admin/decideAdjustment/:adjustmentId': 'adjustments',
  'POST /admin/withdrawAdjustment/:adjustmentId': 'adjustments',

  'GET /admin/getReport': 'reports',
  'GET /admin/getReportRows': 'reports',
  'GET /admin/getSkinChanges': 'reports',
  'GET /admin/getReturns': 'reports',
  'GET /admin/getNotable': 'reports',
  'GET /admin/getAlerts': 'reports',
  'GET /admin/downloadReport': 'reports',
  'GET /admin/downloadTransactions': 'reports',
  'GET /admin/downloadOpenedCases': 'reports',
  'GET /admin/downloadRooms': 'reports',

  'GET /admin/getAllItems': 'catalogue',
  'POST /admin/searchItems': 'catalogue',
  'POST /admin/addNewItem': 'catalogue',
  'PUT /admin/editItem/:id': 'catalogue',
  'GET /admin/getAllCases': 'catalogue',
  'POST /admin/addNewCase': 'catalogue',
  'PUT /admin/editCase/:id': 'catalogue',
  'POST /admin/setCasePaused/:id': 'catalogue',
  'GET /admin/getAllMissions': 'catalogue',
  'POST /admin/addNewMission': 'catalogue',
  'PUT /admin/editMission/:id': 'catalogue',
  'GET /admin/getPrices': 'catalogue',
  'POST /admin/decidePrice/:itemId': 'catalogue',
  'POST /admin/refreshPrices': 'catalogue',

  'POST /admin/removeListing/:listingId': 'listings',

  'POST /admin/releaseExclusion': 'exclusions',

  'GET /admin/getLogs/:date': 'logs',
  'GET /admin/verifyStaffLog': 'logs',

  'GET /rcon/getGameServers': 'operations',
  'GET /rcon/checkStatus': 'operations',
  'POST /rcon/cmd': 'operations',
  'POST /admin/setResidents': 'operations',
  'GET /metrics': 'operations',
  'GET /admin/getAlarms': 'operations',
  'POST /admin/testAlarms': 'operations',

  'GET /admin/getSwitches': 'switches',
  'POST /admin/setSwitch/:name': 'switches',
  'GET /admin/getAnnouncements': 'switches',
  'POST /admin/addAnnouncement': 'switches',
  'PUT /admin/editAnnouncement/:id': 'switches',
  'POST /admin/endAnnouncement/:id': 'switches',

  'POST /admin/removeSecondFactor': 'factors',

  'PUT /admin/setStaffRole': 'roles',
} as const satisfies Record<string, StaffPermission>;
export type StaffCall = keyof typeof STAFF_CALLS;

/**
 * Calls with which staff move money, items or rights, remove the second factor of others, or control game servers. Where staff need a
 * second factor, these need one that was given in the last ten minutes.
 */
export const FRESH_FACTOR_CALLS: readonly StaffCall[] = [
  'POST /admin/adjustBalance',
  'POST /admin/decideAdjustment/:adjustmentId',
  'POST /admin/approveWithdrawal/:offerId',
  'POST /admin/retryTradeOffer/:offerId',
  'POST /admin/cancelTradeOffer/:offerId',
  'POST /admin/clearFlag',
  'POST /admin/addNewItem',
  'PUT /admin/editItem/:id',
  'POST /admin/addNewCase',
  'PUT /admin/editCase/:id',
  'POST /admin/addNewMission',
  'PUT /admin/editMission/:id',
  'POST /admin/decidePrice/:itemId',
  'POST /rcon/cmd',
  'POST /admin/removeSecondFactor',
  'PUT /admin/setStaffRole',
];

type CallOf<Name extends string> = Name extends `${infer Method} ${infer Path}`
  ? { readonly method: Method & Endpoint['method']; readonly path: Path }
  : never;

/** The method and the path of a call of staff. */
export type StaffEndpoint = CallOf<StaffCall>;

/** The permission that each live event needs, sent by staff or to them. */
export const STAFF_EVENTS = {
  GET_ONLINE_USERS: 'online',
  ONLINE_USERS: 'online',
  TICKET_UPDATED: 'tickets',
  TRADE_OFFERS_CHANGED: 'trades',
  ADJUSTMENTS_CHANGED: 'adjustments',
} as const satisfies Record<string, StaffPermission>;
export type StaffEventName = keyof typeof STAFF_EVENTS;

/** The roles that have a permission. */
export function rolesWith(permission: StaffPermission): StaffRole[] {
  return [...PERMISSIONS[permission], 'admin'];
}

/** Whether a role has a permission; a player has none. */
export function may(role: StaffRole | null, permission: StaffPermission): boolean {
  return role !== null && rolesWith(permission).includes(role);
}

/** The permission for a call of staff. */
export function permissionFor({ method, path }: StaffEndpoint): StaffPermission {
  return STAFF_CALLS[`${method} ${path}` as StaffCall];
}

/** Whether a call of staff needs a second factor that was given a short time ago. */
export function needsFreshFactor({ method, path }: Pick<Endpoint, 'method' | 'path'>): boolean {
  return FRESH_FACTOR_CALLS.some((call) => call === `${method} ${path}`);
}
