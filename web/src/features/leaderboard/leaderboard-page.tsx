import { Trophy } from 'lucide-react';
import { useText } from '#i18n/i18n.ts';
import { ButtonLink } from '#ui/button.tsx';
import { PageHeading } from '#ui/page-heading.tsx';
import { EmptyView } from '#ui/views.tsx';

export function LeaderboardPage() {
  const t = useText();
  return (
    <>
      <PageHeading title={t.leaderboard.title} />
      <EmptyView icon={Trophy} title={t.leaderboard.empty} text={t.leaderboard.emptyHint}>
        <ButtonLink to="/">{t.menu.duels}</ButtonLink>
      </EmptyView>
    </>
  );
}
