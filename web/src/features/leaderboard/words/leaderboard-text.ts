import { useWords } from '#i18n/i18n.ts';
import { type LeaderboardCatalogue, mixedLeaderboard } from './mixed.ts';
import { trLeaderboard } from './tr.ts';

export const words = { mixed: mixedLeaderboard, tr: trLeaderboard, en: mixedLeaderboard };

/** Texts of the leaderboard, in the current language. */
export function useLeaderboardText(): LeaderboardCatalogue {
  return useWords(words);
}
