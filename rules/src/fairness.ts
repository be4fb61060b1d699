// Every draw of the site. The server rolls with this module and the browser verifies with it: docs/fairness.md.
import { type Color, colorOf, NUMBERS_TOTAL } from './roulette.ts';
import { hmacSha256, sha256Hex, utf8 } from './sha256.ts';

/** Tickets of a case. One ticket is a hundredth of a percent, so that "exactly 100 %" can be checked in whole numbers. */
export const TICKETS_TOTAL = 10_000;

export const CLIENT_SEED_PATTERN = /^[A-Za-z0-9_-]{1,64}$/;
/** The random part that a browser adds to each opening; empty if it adds none. */
export const ENTROPY_PATTERN = /^(?:[0-9a-f]{32})?$/;

export type Hmac = (key: string, message: string) => Uint8Array;

const ownHmac: Hmac = (key, message) => hmacSha256(utf8(key), utf8(message));

/** An endless stream of 32-bit words, big-endian: HMAC-SHA256 with the key's text of "message:0", "message:1" and so on. */
export function* wordStream(key: string, message: string, hmac: Hmac = ownHmac): Generator<number, never> {
  for (let block = 0; ; block++) {
    const digest = hmac(key, `${message}:${block}`);
    const view = new DataView(digest.buffer, digest.byteOffset, digest.byteLength);
    for (let index = 0; index < 32; index += 4) yield view.getUint32(index);
  }
}

/** Draws a whole number from 0 to n - 1, all equally likely, because words that would favour low numbers are rejected. */
export function uniform(n: number, stream: Iterable<number>): number {
  const limit = 2 ** 32 - (2 ** 32 % n);
  for (const word of stream) if (word < limit) return word % n;
  throw new RangeError('word stream ended');
}

/** Everything that decides an opening. Player, role and balance are not part of it. */
export type CaseRoll = {
  readonly serverSeed: string;
  readonly clientSeed: string;
  readonly caseHash: string;
  readonly entropy: string;
  readonly nonce: number;
};

/** The ticket that an opening draws. */
export function caseTicket({ serverSeed, clientSeed, caseHash, entropy, nonce }: CaseRoll, hmac?: Hmac): number {
  return uniform(TICKETS_TOTAL, wordStream(serverSeed, `case/1:${clientSeed}:${caseHash}:${entropy}:${nonce}`, hmac));
}

/** An item and how many of the tickets win it. */
export type Drop = readonly [itemId: number, tickets: number];

/** Builds the canon: the text that is hashed and stored with each version of a case. */
export function caseCanon(version: { v: number; name: string; price: number; drops: readonly Drop[] }): string {
  const items = version.drops.toSorted(([one], [other]) => one - other);
  return JSON.stringify({ v: version.v, case: version.name, price: version.price, items });
}

/** The drops of a canon, in its order. */
export function dropsOfCanon(canon: string): Drop[] {
  return (JSON.parse(canon) as { items: Drop[] }).items;
}

/** The item whose interval contains the ticket. The intervals are in the order of the canon. */
export function dropAt(drops: readonly Drop[], ticket: number): { itemId: number; from: number; to: number } {
  if (!Number.isInteger(ticket) || ticket < 0) throw new RangeError(`${ticket} is not a ticket`);
  let from = 0;
  for (const [itemId, tickets] of drops) {
    if (ticket < from + tickets) return { itemId, from, to: from + tickets - 1 };
    from += tickets;
  }
  throw new RangeError(`ticket ${ticket} is outside the table`);
}

/** A case roll after its seed was revealed. */
export type RevealedRoll = CaseRoll & {
  readonly serverSeedHash: string;
  readonly caseCanon: string;
  readonly ticket: number;
  readonly itemId: number;
};

export type RollVerdict = {
  readonly isSeedCommitted: boolean;
  readonly isTableHashed: boolean;
  readonly isTableWhole: boolean;
  readonly isTicketRight: boolean;
  readonly isItemRight: boolean;
};

/** Whether a claim about published inputs holds. False if the inputs cannot be read, such as a broken table or a lone surrogate. */
export function passes(claim: () => boolean): boolean {
  try {
    return claim();
  } catch {
    return false;
  }
}

function isComplete(drops: readonly Drop[]): boolean {
  const isPlain = drops.every(([, tickets]) => Number.isInteger(tickets) && tickets >= 0);
  return isPlain && drops.reduce((total, [, tickets]) => total + tickets, 0) === TICKETS_TOTAL;
}

/** Runs the five checks of a case roll. They need only published data. */
export function verifyCaseRoll(roll: RevealedRoll): RollVerdict {
  return {
    isSeedCommitted: passes(() => sha256Hex(roll.serverSeed) === roll.serverSeedHash),
    isTableHashed: passes(() => sha256Hex(roll.caseCanon) === roll.caseHash),
    isTableWhole: passes(() => isComplete(dropsOfCanon(roll.caseCanon))),
    isTicketRight: passes(() => caseTicket(roll) === roll.ticket),
    isItemRight: passes(() => dropAt(dropsOfCanon(roll.caseCanon), roll.ticket).itemId === roll.itemId),
  };
}

/** The chain link after so many steps. Each link is the hash of the one before; the last is published before the first round. */
export function linkAfter(link: string, steps: number): string {
  let after = link;
  for (let step = 0; step < steps; step++) after = sha256Hex(after);
  return after;
}

/** Everything that decides a round. `seed` is the link whose hash was published for the round. */
export type RoundRoll = {
  readonly seed: string;
  readonly salt: string;
  /** A public value from after the last bet; empty if the chain alone decides. */
  readonly beacon: string;
  /** Number of the round in its chain, from 1. */
  readonly k: number;
};

/** The number that a round draws. */
export function roundNumber({ seed, salt, beacon, k }: RoundRoll, hmac?: Hmac): number {
  return uniform(NUMBERS_TOTAL, wordStream(seed, `roulette/1:${salt}:${beacon}:${k}`, hmac));
}

/** A round after betting has closed. */
export type RevealedRound = RoundRoll & {
  readonly hash: string;
  readonly winnerNumber: number;
  readonly winnerColor: Color;
};

export type RoundVerdict = {
  readonly isSeedCommitted: boolean;
  readonly isNumberRight: boolean;
  readonly isColorRight: boolean;
};

/** Runs the checks of a round. They need only published data. */
export function verifyRound(round: RevealedRound): RoundVerdict {
  return {
    isSeedCommitted: passes(() => sha256Hex(round.seed) === round.hash),
    isNumberRight: passes(() => roundNumber(round) === round.winnerNumber),
    isColorRight: passes(() => colorOf(round.winnerNumber) === round.winnerColor),
  };
}

/** Everything that decides a coin flip of a room. `entropies` has one text per seat, team1 first, empty if the browser sent none. */
export type RoomCoin = {
  readonly serverSeed: string;
  readonly roomId: string;
  readonly entropies: readonly string[];
  /** 0 for the side that team1 starts on, 1 for a random map. */
  readonly n: number;
};

/** The result of a coin flip: 0 or 1. */
export function roomFlip({ serverSeed, roomId, entropies, n }: RoomCoin, hmac?: Hmac): number {
  return uniform(2, wordStream(serverSeed, `room/1:${roomId}:${entropies.join(':')}:${n}`, hmac));
}
