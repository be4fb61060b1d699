import type { AlarmKind } from '@karat/contract/alarms';
import { diamondsText } from '#diamonds-text.ts';

/** What the text of each kind needs. */
export type AlarmDetails = {
  readonly booksHalted: { readonly reason: string };
  readonly breach: { readonly violations: number };
  readonly tradeReversed: { readonly kind: string; readonly amount: number; readonly playerId: number };
  readonly approvalNeeded: { readonly playerId: number; readonly amount: number };
  readonly unlikelyDrops: { readonly caseName: string; readonly version: number };
  readonly pricesFailed: { readonly failure: string };
  readonly serverLost: { readonly address: string };
  readonly diskFull: { readonly path: string; readonly freePercent: number };
  readonly roleChanged: {
    readonly actorId: number | null;
    readonly before: string | null;
    readonly after: string | null;
  };
  readonly test: { readonly username: string };
};

const TEXTS: { readonly [Kind in AlarmKind]: (details: AlarmDetails[Kind]) => string } = {
  booksHalted: ({ reason }) => `The books are halted and players cannot wager: ${reason}`,
  breach: ({ violations }) => `An audit found ${violations} ${violations === 1 ? 'breach' : 'breaches'} in the books.`,
  tradeReversed: ({ kind, amount, playerId }) =>
    `Steam reversed a ${kind} of ${diamondsText(amount)} of user ${playerId}. The account is flagged.`,
  approvalNeeded: ({ playerId, amount }) =>
    `A withdrawal of ${diamondsText(amount)} by user ${playerId} waits for approval.`,
  unlikelyDrops: ({ caseName, version }) =>
    `The drops of case ${caseName}, version ${version}, do not fit its published odds.`,
  pricesFailed: ({ failure }) => `Skin prices could not be read: ${failure}`,
  serverLost: ({ address }) =>
    `The game server ${address} lost a running match. Its room was cancelled and every fee returned.`,
  diskFull: ({ path, freePercent }) => `The disk of ${path} has ${freePercent} % free space left.`,
  roleChanged: ({ actorId, before, after }) =>
    `A staff role changed from ${before ?? 'player'} to ${after ?? 'player'}, by ${actorId === null ? 'a command on the server' : `user ${actorId}`}.`,
  test: ({ username }) => `This is a test, requested by ${username}.`,
};

/** One sentence for the operator. */
export function textOfAlarm(kind: AlarmKind, details: object): string {
  return (TEXTS[kind] as (details: object) => string)(details);
}
