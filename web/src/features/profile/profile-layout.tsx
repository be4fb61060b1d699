import { pages } from '@karat/contract/pages';
import { ratingTier } from '@karat/rules/rating';
import clsx from 'clsx';
import { ExternalLink, EyeOff } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Outlet, useMatches } from 'react-router';
import { useConnection } from '#core/socket.ts';
import { useAccount, useSession } from '#core/session.ts';
import { formatNumber } from '#i18n/format.ts';
import { useText } from '#i18n/i18n.ts';
import { langAttribute } from '#i18n/lang-attribute.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Badge } from '#ui/badge.tsx';
import { ButtonLink, buttonClass } from '#ui/button.tsx';
import { Heading } from '#ui/page-heading.tsx';
import { PlayerName } from '#ui/player-name.tsx';
import { TabLinks } from '#ui/tab-links.tsx';
import { tierText } from '#ui/tier-text.ts';
import { PRIVACY_ANCHOR } from './privacy-anchor.ts';
import { usePlayerText } from './words/player-text.ts';
import { useProfileText } from './words/profile-text.ts';

/** The header of the four profile pages, and their tabs. */
export function ProfileLayout() {
  return (
    <>
      <ProfileHeader />
      <ProfileTabs />
      <div className="pt-5 md:pt-6">
        <Outlet />
      </div>
    </>
  );
}

function ProfileHeader() {
  const { username, avatar } = useSession();
  const account = useAccount((state) => state.account);
  return (
    <header className="relative isolate mb-4 flex flex-wrap items-center gap-x-5 gap-y-4 overflow-hidden surface p-4 md:p-6">
      <div
        aria-hidden
        className="absolute inset-0 -z-10 bg-[radial-gradient(28rem_16rem_at_0%_0%,#3ddcff14,transparent),radial-gradient(30rem_18rem_at_100%_100%,#8847ff1a,transparent)]"
      />
      <Avatar src={avatar} username={username} elo={account?.elo} size={88} />
      <div className="min-w-0 grow basis-44">
        <Heading>
          <PlayerName username={username} isSandbox={false} />
        </Heading>
        <StatusLine />
      </div>
      <div className="flex flex-wrap gap-2 max-sm:grow max-sm:*:grow">
        {account?.steamProfile != null && <SteamProfileLink url={account.steamProfile} />}
        <PrivacyLink />
      </div>
    </header>
  );
}

function StatusLine() {
  const t = useText();
  const words = useProfileText();
  const account = useAccount((state) => state.account);
  const isLost = useConnection((connection) => connection.isLost);
  return (
    <div className="mt-2 flex min-h-6 flex-wrap items-center gap-2">
      <Badge tone={isLost ? 'neutral' : 'success'}>
        <span
          aria-hidden
          className={clsx('relative size-2 rounded-full', isLost ? 'bg-fg-3' : 'motion-beacon bg-success')}
        />
        {isLost ? words.profile.offline : words.profile.online}
      </Badge>
      {account && (
        <span className={clsx('text-card font-semibold', tierText[ratingTier(account.elo)])}>
          {words.profile.level(account.level)}
          <span className="text-fg-3"> · {t.profile.rating(formatNumber(account.elo))}</span>
        </span>
      )}
    </div>
  );
}

function SteamProfileLink({ url }: { url: string }) {
  const t = useText();
  const words = useProfileText();
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" className={buttonClass()}>
      {words.profile.steamProfile}
      <ExternalLink size={16} aria-hidden className="text-fg-3" />
      <span className="sr-only">({t.common.opensInNewTab})</span>
    </a>
  );
}

/** The choices about the public profile are at the end of a long page. */
function PrivacyLink() {
  const t = usePlayerText();
  return (
    <ButtonLink to={`${pages.profile}#${PRIVACY_ANCHOR}`} icon={<EyeOff size={16} aria-hidden />}>
      {t.privacySettings}
    </ButtonLink>
  );
}

function ProfileTabs() {
  const t = useText();
  const words = useProfileText();
  const matches = useMatches();
  const isCurrent = (page: string) =>
    matches.some(
      ({ handle }) => typeof handle === 'object' && handle !== null && 'page' in handle && handle.page === page,
    );
  const tabs = [
    { page: 'profile', to: pages.profile, label: words.profile.tabProfile },
    { page: 'security', to: pages.security, label: words.profile.tabSecurity },
    { page: 'history', to: pages.history, label: words.profile.tabHistory },
    { page: 'saferPlay', to: pages.saferPlay, label: t.profile.saferPlay },
  ].map(({ page, to, label }) => ({ to, label, lang: langAttribute(label), isCurrent: isCurrent(page) }));
  const bar = useCurrentTabInView(tabs.findIndex((tab) => tab.isCurrent));
  return (
    <div ref={bar}>
      <TabLinks label={words.profile.tabsLabel} tabs={tabs} />
    </div>
  );
}

/** On a phone the tabs are wider than the screen: scrolls the current one into view without moving the page. */
function useCurrentTabInView(current: number) {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const tabs = bar.current?.querySelector('nav');
    const link = tabs?.querySelectorAll('a')[current];
    if (tabs && link) tabs.scrollLeft = link.offsetLeft + link.offsetWidth - tabs.clientWidth;
  }, [current]);
  return bar;
}
