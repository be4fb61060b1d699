import { type ProfilePrivacy, type PublicProfile, RATING_CURVE_RECENT } from '@karat/contract/profile';
import { Refusal } from '@karat/contract/refusal';
import { nameKey } from '@karat/rules/names';
import { createCachedReading } from '#cached-reading.ts';
import type { Sql } from '#db/db.ts';
import type { Deps } from '#deps.ts';
import { createLeaderboard } from '#features/leaderboard/leaderboard.ts';
import { imageUrl } from '#http/images.ts';
import { createBestDrops } from './best-drops.ts';
import {
  type PublicPlayer,
  selectCompletedMissions,
  selectLastMatches,
  selectPrivacy,
  selectPublicDrops,
  selectPublicPlayer,
  selectRatingCurve,
  upsertPrivacy,
} from './public-queries.ts';

const LAST_MATCHES = 5;
const MISSIONS_SHOWN = 8;
/** Points of the curve in addition to the recent matches. */
const CURVE_POINTS_MAX = 200;

/** The parts may be this old. What a player hides is read each time. */
const FRESH_MS = 1_000;
const PLAYERS_CACHED_MAX = 500;

const EVERYTHING_SHOWN: ProfilePrivacy = {
  hidesEverything: false,
  hidesDrops: false,
  hidesMatches: false,
  hidesMissions: false,
  hidesRatingCurve: false,
  showsSteamProfile: false,
};

export async function readPrivacy(sql: Sql, playerId: number): Promise<ProfilePrivacy> {
  return (await selectPrivacy(sql, playerId)) ?? EVERYTHING_SHOWN;
}

export async function setPrivacy(sql: Sql, playerId: number, privacy: ProfilePrivacy): Promise<ProfilePrivacy> {
  await upsertPrivacy(sql, playerId, privacy);
  return readPrivacy(sql, playerId);
}

type ProfileDeps = Pick<Deps, 'db' | 'steam'>;

type PublicProfiles = {
  /** Refuses unknown names, and banned and deleted players, all in the same way. */
  of(username: string, origin: string): Promise<PublicProfile>;
};

/** Reads what everyone may see of a player. A hidden part is not even read. */
export function createPublicProfiles({ db, steam }: ProfileDeps): PublicProfiles {
  const leaderboard = createLeaderboard({ db });
  const cache = { freshMs: FRESH_MS, keysMax: PLAYERS_CACHED_MAX };
  const findBestDrops = createBestDrops({ db });
  const readDrops = createCachedReading(
    async (playerId: number) => selectPublicDrops(db.sql, await findBestDrops(playerId)),
    cache,
  );
  const readCurve = createCachedReading(
    (playerId: number) =>
      selectRatingCurve(db.sql, playerId, { recent: RATING_CURVE_RECENT, pointsMax: CURVE_POINTS_MAX }),
    cache,
  );
  const readMatches = createCachedReading(
    (playerId: number) => selectLastMatches(db.sql, playerId, LAST_MATCHES),
    cache,
  );
  const readMissions = createCachedReading(
    (playerId: number) => selectCompletedMissions(db.sql, playerId, MISSIONS_SHOWN),
    cache,
  );

  async function headOf({ id, elo, createdAt, ...player }: PublicPlayer, origin: string) {
    const place = (await leaderboard.ownRow('elo', id))?.place;
    const { steamId, showsSteamProfile } = player;
    const steamProfile = showsSteamProfile && steamId !== null ? steam?.profileUrl(steamId, origin) : undefined;
    return { elo, memberSince: createdAt, place, steamProfile: steamProfile ?? undefined };
  }

  async function dropsOf({ id, hidesDrops }: PublicPlayer, origin: string) {
    if (hidesDrops) return {};
    const drops = await readDrops(id);
    return { bestDrops: drops.map((drop) => ({ ...drop, image: imageUrl(drop.image, origin) })) };
  }

  async function matchesOf({ id, hidesMatches, matches, wins, kills, deaths }: PublicPlayer) {
    if (hidesMatches) return {};
    return { totals: { matches, wins, kills, deaths }, lastMatches: await readMatches(id) };
  }

  async function missionsOf({ id, hidesMissions }: PublicPlayer, origin: string) {
    if (hidesMissions) return {};
    const rows = await readMissions(id);
    const latest = rows.map((mission) => ({ ...mission, image: imageUrl(mission.image, origin) }));
    return { missions: { completed: rows[0]?.completed ?? 0, latest } };
  }

  async function curveOf({ id, hidesRatingCurve }: PublicPlayer) {
    return hidesRatingCurve ? {} : { ratingCurve: await readCurve(id) };
  }

  return {
    async of(username, origin) {
      const player = await selectPublicPlayer(db.sql, nameKey(username));
      if (player === undefined) throw new Refusal('not_found', 'This player is not available.');
      const { avatar, isSandbox, hidesEverything } = player;
      const shown = { username: player.username, avatar, isSandbox, isHidden: hidesEverything };
      if (hidesEverything) return shown;
      const [head, drops, matches, missions, curve] = await Promise.all([
        headOf(player, origin),
        dropsOf(player, origin),
        matchesOf(player),
        missionsOf(player, origin),
        curveOf(player),
      ]);
      return { ...shown, ...head, ...drops, ...matches, ...missions, ...curve };
    },
  };
}
