import { STAFF_CALLS, type StaffCall } from '@karat/contract/staff';
import type { TestRole } from './fixtures.ts';

const LOOK_UPS: readonly StaffCall[] = [
  'GET /admin/getAllListings',
  'GET /admin/getAllRooms',
  'GET /admin/getAllRouletteRounds',
  'GET /admin/getAllTransactions',
  'GET /admin/getAllUsers',
  'GET /admin/getAllUsersByBalance',
  'GET /admin/getBalanceChange/:userId',
  'GET /admin/getBetsByUserId/:userId',
  'GET /admin/getInventoryByUserId/:userId',
  'GET /admin/getLinkedAccounts/:userId',
  'GET /admin/getNotes/:userId',
  'GET /admin/getOpenedCases',
  'GET /admin/getRoundDays',
  'GET /admin/getRoundTotalsByDate/:date',
  'GET /admin/getRouletteRoundById/:id',
  'GET /admin/getTransactionById/:transactionId',
  'GET /admin/getTransactionsByUserId/:userId',
  'GET /admin/getUserActivity/:userId',
  'GET /admin/getUserByUsername',
  'GET /admin/getUserInfoById/:userId',
  'GET /admin/getUserTotals/:userId',
  'GET /admin/search',
];

const SUPPORT: readonly StaffCall[] = [
  ...LOOK_UPS,
  'GET /admin/getAllTickets',
  'PATCH /admin/closeTicket',
  'POST /admin/addNote/:userId',
  'POST /admin/muteUser',
];

/** What each role may call; admins may call everything. */
const ALLOWED: Readonly<Record<Exclude<TestRole, 'admin'>, readonly StaffCall[]>> = {
  user: [],
  support: SUPPORT,
  moderator: [
    ...SUPPORT,
    'GET /admin/getOnlineUsers',
    'POST /admin/deleteChatMessage/:id',
    'POST /admin/deleteRoomMessage/:id',
    'POST /admin/setSlowMode',
    'POST /admin/setUserState',
    'POST /admin/signOutUser',
    'POST /admin/voidGameRoom/:roomId',
  ],
  finance: [
    ...LOOK_UPS,
    'GET /admin/downloadOpenedCases',
    'GET /admin/downloadReport',
    'GET /admin/downloadRooms',
    'GET /admin/downloadTransactions',
    'GET /admin/getAdjustmentTerms/:userId',
    'GET /admin/getAdjustments',
    'GET /admin/getAlerts',
    'GET /admin/getAllTradeOffers',
    'GET /admin/getNotable',
    'GET /admin/getReport',
    'GET /admin/getReportRows',
    'GET /admin/getReturns',
    'GET /admin/getSkinChanges',
    'POST /admin/addNote/:userId',
    'POST /admin/adjustBalance',
    'POST /admin/approveWithdrawal/:offerId',
    'POST /admin/cancelTradeOffer/:offerId',
    'POST /admin/clearFlag',
    'POST /admin/decideAdjustment/:adjustmentId',
    'POST /admin/retryTradeOffer/:offerId',
    'POST /admin/withdrawAdjustment/:adjustmentId',
  ],
};

export const ALL_CALLS = Object.keys(STAFF_CALLS) as StaffCall[];
/** The calls that a role may make. */
export const mayCall = (role: TestRole): readonly StaffCall[] => (role === 'admin' ? ALL_CALLS : ALLOWED[role]);
