import { type PageName, pages } from '@karat/contract/pages';
import {
  Box,
  CircleDot,
  CircleQuestionMark,
  LifeBuoy,
  type LucideIcon,
  ShieldCheck,
  ShoppingBag,
  Store,
  Swords,
  Target,
  Trophy,
  User,
} from 'lucide-react';
import { useMatches } from 'react-router';
import { isStaffPage } from '#core/admin-pages.ts';
import type { Catalogue } from '#i18n/mixed.ts';

export type NavItem = {
  page: PageName;
  to: string;
  icon: LucideIcon;
  label: (t: Catalogue) => string;
  isForPlayers?: true;
};

const item = (page: PageName, icon: LucideIcon, label: NavItem['label']): NavItem => ({
  page,
  to: pages[page],
  icon,
  label,
});
const forPlayers = (entry: NavItem): NavItem => ({ ...entry, isForPlayers: true });

/** The side menu, in the specification's order. */
export const sideMenu: readonly NavItem[] = [
  item('home', Swords, (t) => t.menu.duels),
  item('market', Store, (t) => t.menu.market),
  item('missions', Target, (t) => t.menu.missions),
  item('cases', Box, (t) => t.menu.cases),
  forPlayers(item('profile', User, (t) => t.menu.profile)),
  forPlayers(item('inventory', ShoppingBag, (t) => t.menu.inventory)),
  item('support', LifeBuoy, (t) => t.menu.support),
  item('faq', CircleQuestionMark, (t) => t.menu.faq),
];

/** Items of the bottom bar, besides chat and menu. */
export const quickMenu: readonly NavItem[] = [
  item('home', Swords, (t) => t.menu.duels),
  item('cases', Box, (t) => t.menu.cases),
  item('market', Store, (t) => t.menu.market),
];

/** Items below those of the specification. */
export const moreMenu: readonly NavItem[] = [
  item('roulette', CircleDot, (t) => t.menu.roulette),
  item('leaderboard', Trophy, (t) => t.menu.leaderboard),
];

export const adminItem: NavItem = item('admin', ShieldCheck, (t) => t.menu.admin);

/** The menu item of pages that have no item of their own. */
const sections: Partial<Record<PageName, PageName>> = {
  case: 'cases',
  caseOdds: 'cases',
  marketItem: 'market',
  listings: 'market',
  room: 'home',
  ticket: 'support',
  security: 'profile',
  history: 'profile',
  saferPlay: 'profile',
};

/** The `handle` of a route, for menu, title and canonical link. */
export type PageHandle = {
  page: PageName;
  title: (t: Catalogue, params: Readonly<Partial<Record<string, string>>>) => string;
};

function isPageHandle(handle: unknown): handle is PageHandle {
  return typeof handle === 'object' && handle !== null && 'page' in handle;
}

/** The current page under its canonical name, also if an alias path led to it. */
export function useCurrentPage(): (PageHandle & { params: Readonly<Partial<Record<string, string>>> }) | undefined {
  const match = useMatches().findLast(({ handle }) => isPageHandle(handle));
  return match && isPageHandle(match.handle) ? { ...match.handle, params: match.params } : undefined;
}

export function useCurrentSection(): PageName | undefined {
  const current = useCurrentPage();
  if (current === undefined) return undefined;
  return isStaffPage(current.page) ? 'admin' : (sections[current.page] ?? current.page);
}
