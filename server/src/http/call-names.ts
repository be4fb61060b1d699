import * as accounts from '@karat/contract/accounts';
import * as activity from '@karat/contract/activity';
import * as adjustments from '@karat/contract/adjustments';
import * as alarms from '@karat/contract/alarms';
import * as cases from '@karat/contract/cases';
import * as chat from '@karat/contract/chat';
import * as drops from '@karat/contract/drops';
import type { Endpoint } from '@karat/contract/endpoint';
import * as emails from '@karat/contract/emails';
import * as factors from '@karat/contract/factors';
import * as fairness from '@karat/contract/fairness';
import * as games from '@karat/contract/games';
import * as inventory from '@karat/contract/inventory';
import * as items from '@karat/contract/items';
import * as leaderboard from '@karat/contract/leaderboard';
import * as links from '@karat/contract/links';
import * as logs from '@karat/contract/logs';
import * as market from '@karat/contract/market';
import * as matches from '@karat/contract/matches';
import * as missions from '@karat/contract/missions';
import * as notes from '@karat/contract/notes';
import * as notifications from '@karat/contract/notifications';
import * as prices from '@karat/contract/prices';
import * as profile from '@karat/contract/profile';
import * as push from '@karat/contract/push';
import * as reports from '@karat/contract/reports';
import * as residents from '@karat/contract/residents';
import * as rooms from '@karat/contract/rooms';
import * as roulette from '@karat/contract/roulette';
import * as saferPlay from '@karat/contract/safer-play';
import * as search from '@karat/contract/search';
import * as servers from '@karat/contract/servers';
import * as siteStatus from '@karat/contract/site-status';
import * as switches from '@karat/contract/switches';
import * as tickets from '@karat/contract/tickets';
import * as trades from '@karat/contract/trades';
import * as users from '@karat/contract/users';
import * as wallet from '@karat/contract/wallet';
import * as welcome from '@karat/contract/welcome';

type Feature = { readonly tag: string; readonly description: string; readonly calls: object };

/** The features of the contract, in the order in which the documents list them. */
const FEATURES: readonly Feature[] = [
  { tag: 'accounts', description: 'Sign-up, sign-in, sessions and passwords.', calls: accounts },
  { tag: 'factors', description: 'The second factor of an account.', calls: factors },
  { tag: 'emails', description: 'Links by e-mail: new passwords and confirmed addresses.', calls: emails },
  { tag: 'profile', description: "The player's own statistics, and public profiles.", calls: profile },
  { tag: 'welcome', description: 'The first steps of a new player.', calls: welcome },
  { tag: 'wallet', description: "The player's balance and transactions.", calls: wallet },
  { tag: 'notifications', description: 'Messages from the site to a player.', calls: notifications },
  { tag: 'push', description: 'Notifications on devices while the site is closed.', calls: push },
  { tag: 'cases', description: 'Cases: listing, opening and editing.', calls: cases },
  { tag: 'drops', description: 'The latest openings.', calls: drops },
  { tag: 'fairness', description: 'Seeds, rolls and odds, to verify every roll.', calls: fairness },
  { tag: 'inventory', description: 'Items of a player, and quick sell.', calls: inventory },
  { tag: 'market', description: 'Listings and buy orders between players.', calls: market },
  { tag: 'trades', description: 'Deposits and withdrawals of skins.', calls: trades },
  { tag: 'roulette', description: 'Rounds and bets of roulette.', calls: roulette },
  { tag: 'rooms', description: 'Rooms in which players duel.', calls: rooms },
  { tag: 'matches', description: 'What game servers fetch and report.', calls: matches },
  { tag: 'leaderboard', description: 'Players by rating, kills and wins.', calls: leaderboard },
  { tag: 'games', description: "The player's own finished games.", calls: games },
  { tag: 'missions', description: 'Missions and their rewards.', calls: missions },
  { tag: 'chat', description: 'Moderation of the chats, and hidden players.', calls: chat },
  { tag: 'tickets', description: 'Support tickets.', calls: tickets },
  { tag: 'safer-play', description: 'Limits, breaks, exclusions and the reality check.', calls: saferPlay },
  { tag: 'users', description: 'Accounts as staff see them.', calls: users },
  { tag: 'activity', description: 'What a player did, for staff.', calls: activity },
  { tag: 'search', description: 'The search box of staff.', calls: search },
  { tag: 'links', description: 'Linked accounts, for staff.', calls: links },
  { tag: 'notes', description: 'Notes of staff about players.', calls: notes },
  { tag: 'adjustments', description: 'Manual changes of balances by staff.', calls: adjustments },
  { tag: 'items', description: 'The catalogue of skins.', calls: items },
  { tag: 'prices', description: 'Price feeds and price changes that wait for staff.', calls: prices },
  { tag: 'reports', description: 'Daily figures and alerts for staff.', calls: reports },
  { tag: 'logs', description: 'Actions of staff and notable events.', calls: logs },
  { tag: 'residents', description: 'Programs that play on the sandbox.', calls: residents },
  { tag: 'alarms', description: 'What the site tells its operator by webhook and e-mail.', calls: alarms },
  {
    tag: 'switches',
    description: 'What staff switch off, maintenance, and announcements.',
    calls: { ...switches, ...siteStatus },
  },
  { tag: 'servers', description: 'Game servers and their console.', calls: servers },
];

export type CallName = { readonly operationId: string; readonly tag: string };

const NAMES: ReadonlyMap<unknown, CallName> = new Map(
  FEATURES.flatMap(({ tag, calls }) => Object.entries(calls).map(([name, call]) => [call, { operationId: name, tag }])),
);

/** Tags of the API document, one for each feature. */
export const callTags = FEATURES.map(({ tag, description }) => ({ name: tag, description }));

/** The name under which the contract exports a call, and the feature it belongs to. */
export function nameOfCall(call: Endpoint): CallName {
  const name = NAMES.get(call);
  if (name === undefined) throw new Error(`${call.method} ${call.path} is exported by no feature of the contract`);
  return name;
}
