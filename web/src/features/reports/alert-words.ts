import type { Alert } from '@karat/contract/reports';
import { formatNumber } from '#i18n/format.ts';
import type { AdminCatalogue } from './words/admin-mixed.ts';

type ReportsText = AdminCatalogue['reports'];

/** The alert in a sentence. */
export function sentenceOf(t: ReportsText, { kind, count, subject, users, play }: Alert): string {
  const [first, second] = users.map(({ username }) => username);
  if (kind === 'halt') return t.alertTexts.halt(subject);
  if (kind === 'odds') return t.alertTexts.odds(subject);
  if (kind === 'returns') return t.alertTexts.returns(subject === '' ? t.roulette : subject, play?.days ?? 0);
  if (kind === 'luck') {
    return t.alertTexts.luck(
      first ?? '',
      play?.game === 'roulette' ? t.games.roulette : t.games.cases,
      play?.days ?? 0,
    );
  }
  if (kind === 'pair') return t.alertTexts.pair(first ?? '', second ?? '', play?.games ?? 0);
  if (kind === 'listing') return t.alertTexts.listing(subject, first ?? '');
  if (kind === 'handover') return t.alertTexts.handover(first ?? '', second ?? '');
  if (kind === 'speed' || kind === 'own_adjustment' || kind === 'adjustment_sum')
    return t.alertTexts[kind](first ?? '', count);
  return t.alertTexts[kind](count);
}

function namesOf(t: ReportsText, { users, count }: Alert): string {
  const names = users.map(({ username }) => username).join(', ');
  return count > users.length ? t.and(names, formatNumber(count - users.length)) : names;
}

/** The figures behind an alert, or the players it is about; empty if the sentence says it all. */
export function detailOf(t: ReportsText, alert: Alert): string {
  const { kind, play, price, flow, changed, subject } = alert;
  if (kind === 'pair' && play !== null) return t.lost(formatNumber(play.staked), formatNumber(play.returned));
  if (play !== null) {
    const { returned, staked, expected, games } = play;
    const words = t.played(formatNumber(returned), formatNumber(staked), formatNumber(expected));
    return `${words} · ${t.gamesPlayed(games)}`;
  }
  if (price !== null) return t.asked(formatNumber(price.asked), formatNumber(price.reference));
  if (flow !== null) return t.flow(formatNumber(flow.deposited), formatNumber(flow.wagered), formatNumber(flow.spent));
  if (changed !== null) {
    const words = t.changed(formatNumber(changed.given), formatNumber(changed.taken));
    return kind === 'adjustment_sum' ? `${words} · ${t.aloneUpTo(formatNumber(changed.limit))}` : words;
  }
  if (kind === 'paused_cases') return subject;
  return kind === 'address' || kind === 'flagged' ? namesOf(t, alert) : '';
}
