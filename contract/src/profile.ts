import { MAPS, PLAYER_COUNTS } from '@karat/rules/rooms';
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { validDatabaseText } from './text.ts';

const bestDrop = z.object({
  /** The id of its roll. */
  id: z.number(),
  market_hash_name: z.string(),
  image: z.string(),
  skinRarity: z.string(),
  skinExterior: z.string(),
  /** The quick sell price at that time. */
  price: z.number(),
  caseName: z.string(),
  createdAt: z.iso.datetime(),
});

const statistics = z.object({
  casesOpened: z.number(),
  /** Total stakes in diamonds. */
  wagered: z.number(),
  /** Total winnings in diamonds; items count with their quick sell price at that time. */
  won: z.number(),
  /** `wagered` minus `won`, at least 0. */
  lost: z.number(),
  bestDrop: z.nullable(bestDrop),
  itemsSold: z.number(),
  missionsClaimed: z.number(),
  missionRewards: z.number(),
  memberSince: z.iso.datetime(),
});
export type Statistics = z.output<typeof statistics>;

export const getStatistics = endpoint({
  method: 'GET',
  path: '/user/getStatistics',
  summary: "The player's statistics.",
  reply: z.object({ data: statistics }),
});

/** What players choose about their public profile. */
const profilePrivacy = z.object({
  /** Hides all parts below, and the rating. */
  hidesEverything: z.boolean(),
  hidesDrops: z.boolean(),
  /** Hides the totals of matches too. */
  hidesMatches: z.boolean(),
  hidesMissions: z.boolean(),
  hidesRatingCurve: z.boolean(),
  /** Links to the player's Steam profile; off until the player turns it on. */
  showsSteamProfile: z.boolean(),
});
export type ProfilePrivacy = z.output<typeof profilePrivacy>;

export const getProfilePrivacy = endpoint({
  method: 'GET',
  path: '/user/getProfilePrivacy',
  summary: 'What the player hides on the public profile.',
  reply: z.object({ data: profilePrivacy }),
});

const choice = z.boolean('Choose yes or no.');

export const setProfilePrivacy = endpoint({
  method: 'PUT',
  path: '/user/setProfilePrivacy',
  summary: 'Choose what the public profile hides. It applies at once.',
  body: z.object({
    hidesEverything: choice,
    hidesDrops: choice,
    hidesMatches: choice,
    hidesMissions: choice,
    hidesRatingCurve: choice,
    showsSteamProfile: choice,
  }),
  reply: z.object({ message: z.string(), data: profilePrivacy }),
});

const publicDrop = z.object({
  market_hash_name: z.string(),
  image: z.string(),
  skinRarity: z.string(),
  /** The quick sell price at that time. */
  price: z.number(),
  caseName: z.string(),
});
export type PublicDrop = z.output<typeof publicDrop>;

const ratedMatch = z.object({
  /** The number of the match among the player's finished ones, from 1. */
  match: z.number(),
  /** The rating after the match. */
  elo: z.number(),
  change: z.number(),
  /** By UTC. */
  day: z.iso.date(),
});
export type RatedMatch = z.output<typeof ratedMatch>;

/** The curve appears once a player has finished this many matches. */
export const RATING_CURVE_MATCHES_MIN = 5;
/** All of these latest matches are in the curve; of earlier ones a selection. */
export const RATING_CURVE_RECENT = 30;

const publicMatch = z.object({
  roomId: z.number(),
  map: z.enum(MAPS),
  player_count: z.enum(PLAYER_COUNTS),
  isWon: z.boolean(),
  ownScore: z.number(),
  opponentScore: z.number(),
  eloChange: z.number(),
  opponents: z.array(z.object({ username: z.string(), isSandbox: z.boolean() })),
  endedAt: z.iso.datetime(),
});
export type PublicMatch = z.output<typeof publicMatch>;

const completedMission = z.object({
  id: z.number(),
  title: z.string(),
  image: z.string(),
  /** How often the player completed it. */
  times: z.number(),
});

/** Parts that the player hides are absent. */
const publicProfile = z.object({
  username: z.string(),
  avatar: z.string(),
  isSandbox: z.boolean(),
  /** The player hides everything. */
  isHidden: z.boolean(),
  elo: z.optional(z.number()),
  /** The place on the leaderboard by rating; absent for players who are not on it. */
  place: z.optional(z.number()),
  memberSince: z.optional(z.iso.datetime()),
  steamProfile: z.optional(z.string()),
  totals: z.optional(z.object({ matches: z.number(), wins: z.number(), kills: z.number(), deaths: z.number() })),
  ratingCurve: z.optional(z.array(ratedMatch)),
  /** Most valuable first, each item once. */
  bestDrops: z.optional(z.array(publicDrop)),
  /** Newest first. */
  lastMatches: z.optional(z.array(publicMatch)),
  missions: z.optional(z.object({ completed: z.number(), latest: z.array(completedMission) })),
});
export type PublicProfile = z.output<typeof publicProfile>;

export const getPublicProfile = endpoint({
  method: 'GET',
  path: '/player/getPublicProfile/:username',
  summary: 'The public profile of a player, without the parts that the player hides. Names are compared as at sign-in.',
  params: z.object({ username: z.string().check(z.normalize('NFC'), validDatabaseText) }),
  refuses: ['not_found'],
  reply: z.object({ data: publicProfile }),
});
