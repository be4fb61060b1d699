import { formatNumber } from '#i18n/format.ts';
import { type RoundCheck, type ShownRound, checkRound } from './round-checks.ts';
import { type RollCheck, type ShownRoll, checkRoll } from './roll-checks.ts';
import type { ProofCatalogue } from './words/en.ts';

type State = RollCheck['state'];

/** A check as text, with the input that may be wrong if it failed. */
export type ReportLine = {
  readonly name: string;
  readonly state: State;
  readonly text: string;
  readonly suspect?: string;
};

/** All checks of a proof and their summary. */
export type Report = {
  readonly label: string;
  readonly summary: { readonly state: State; readonly text: string };
  readonly lines: readonly ReportLine[];
};

/** The report of the five checks of a roll. */
export function reportOfRoll({ ticks: words }: ProofCatalogue, roll: ShownRoll): Report {
  const { checks, drawnTicket } = checkRoll(roll);
  const shown = formatNumber(roll.ticket);
  const drawn = formatNumber(drawnTicket ?? roll.ticket);
  const lineOf = (tick: RollCheck): ReportLine => {
    const { name, state } = tick;
    if (state === 'waiting') return { name, state, text: name === 'seed' ? words.pending.seed : words.pending.ticket };
    const { seed, table, total, ...more } = words[state];
    const sentences = { seed, table, total, ticket: more.ticket(drawn), item: more.item(shown) };
    return { name, state, text: sentences[name], ...(state === 'wrong' && { suspect: words.suspect[tick.suspect] }) };
  };
  return reportOf(words, checks.map(lineOf));
}

/** The report of the three checks of a round. */
export function reportOfRound({ roundTicks: words }: ProofCatalogue, round: ShownRound): Report {
  const { checks, drawnNumber } = checkRound(round);
  const shown = String(round.winnerNumber ?? '–');
  const drawn = String(drawnNumber ?? '–');
  const lineOf = (tick: RoundCheck): ReportLine => {
    const { name, state } = tick;
    if (state === 'waiting') return { name, state, text: words.pending[name] };
    const { seed, number, color } = words[state];
    const sentences = { seed, number: number(drawn), color: color(shown) };
    return { name, state, text: sentences[name], ...(state === 'wrong' && { suspect: words.suspect[tick.suspect] }) };
  };
  return reportOf(words, checks.map(lineOf));
}

type Summaries = Pick<ProofCatalogue['ticks'], 'label' | 'allRight' | 'someWrong' | 'waiting'>;

function reportOf(words: Summaries, lines: readonly ReportLine[]): Report {
  const wrong = lines.filter(({ state }) => state === 'wrong').length;
  const isWaiting = lines.some(({ state }) => state === 'waiting');
  const state = wrong > 0 ? 'wrong' : isWaiting ? 'waiting' : 'right';
  const text = { wrong: words.someWrong(wrong), waiting: words.waiting, right: words.allRight }[state];
  return { label: words.label, summary: { state, text }, lines };
}
