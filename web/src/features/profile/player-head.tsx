import { pages } from '@karat/contract/pages';
import type { PublicProfile } from '@karat/contract/profile';
import { ExternalLink, EyeOff } from 'lucide-react';
import { useSession } from '#core/session.ts';
import { formatNumber } from '#i18n/format.ts';
import { useText } from '#i18n/i18n.ts';
import { Avatar } from '#ui/avatar.tsx';
import { ButtonLink, buttonClass } from '#ui/button.tsx';
import { formatMonth } from '#ui/dates.ts';
import { Heading } from '#ui/page-heading.tsx';
import { PlayerName, playerUrl } from '#ui/player-name.tsx';
import { ShareButton } from '#ui/share-button.tsx';
import { PRIVACY_ANCHOR } from './privacy-anchor.ts';
import { tierColor } from './tier-colors.ts';
import { usePlayerText } from './words/player-text.ts';

/** Picture, name, rating, place and actions. */
export function PlayerHead({ profile }: { profile: PublicProfile }) {
  const { username, avatar, isSandbox, elo } = profile;
  return (
    <header
      style={elo === undefined ? undefined : tierColor(elo)}
      className="relative isolate flex flex-wrap items-center gap-x-4 gap-y-4 overflow-hidden surface p-3.5 @2xl:p-4.5"
    >
      <div
        aria-hidden
        className="absolute inset-0 -z-10 bg-[radial-gradient(30rem_14rem_at_0%_0%,color-mix(in_srgb,var(--tier,#3ddcff)_16%,transparent),transparent)]"
      />
      <span className="@2xl:hidden">
        <Avatar src={avatar} username={username} elo={elo} size={72} />
      </span>
      <span className="hidden @2xl:inline">
        <Avatar src={avatar} username={username} elo={elo} size={96} />
      </span>
      <div className="min-w-0 grow basis-48">
        <Heading>
          <PlayerName username={username} isSandbox={isSandbox} isPlain />
        </Heading>
        <Facts profile={profile} />
      </div>
      <Actions profile={profile} />
    </header>
  );
}

function Facts({ profile: { elo, place, memberSince } }: { profile: PublicProfile }) {
  const t = useText();
  const words = usePlayerText();
  if (elo === undefined) return null;
  return (
    <p className="mt-1.5 flex flex-wrap items-baseline gap-x-3.5 gap-y-1 text-fg-2">
      <span className="font-display text-h2 leading-tight font-bold text-(--tier) tabular-nums">
        <span className="sr-only">{t.profile.rating(formatNumber(elo))}</span>
        <span aria-hidden>{formatNumber(elo)}</span>
      </span>
      {place !== undefined && <span>{words.rank(formatNumber(place))}</span>}
      {memberSince !== undefined && <span>{words.joined(formatMonth(memberSince, t.locale))}</span>}
    </p>
  );
}

function Actions({ profile: { username, steamProfile } }: { profile: PublicProfile }) {
  const t = useText();
  const words = usePlayerText();
  const isOwn = useSession((session) => session.isLoggedIn && session.username === username);
  return (
    <div className="flex grow flex-wrap gap-2 *:grow @2xl:grow-0 @2xl:*:grow-0">
      {steamProfile !== undefined && (
        <a href={steamProfile} target="_blank" rel="noopener noreferrer" className={buttonClass()}>
          <ExternalLink size={18} aria-hidden />
          {words.steamProfile}
          <span className="sr-only">({t.common.opensInNewTab})</span>
        </a>
      )}
      {isOwn && (
        <ButtonLink to={`${pages.profile}#${PRIVACY_ANCHOR}`} icon={<EyeOff size={18} aria-hidden />}>
          {words.privacySettings}
        </ButtonLink>
      )}
      <ShareButton path={playerUrl(username)} title={username} />
    </div>
  );
}
