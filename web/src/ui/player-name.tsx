import clsx from 'clsx';
import { Link } from 'react-router';
import { useText } from '#i18n/i18n.ts';

/** The page of a player, visible to everyone. */
export const playerUrl = (username: string): string => `/player/${encodeURIComponent(username)}`;

/** Marks a player who is a program. It is a word, so that colour alone does not carry the meaning, and it is never cut. */
export function SandboxChip() {
  const t = useText();
  return (
    <span
      title={t.sandbox.meaning}
      className="shrink-0 rounded-[5px] border border-[#3a4257] px-1 text-[10px] leading-3.5 font-semibold whitespace-nowrap text-fg-2"
    >
      {t.sandbox.chip}
    </span>
  );
}

type PlayerNameProps = {
  username: string;
  isSandbox: boolean;
  /** Without a link, for a name within a link or a button. */
  isPlain?: boolean;
  /** Another page than the player's own, such as the account for staff. */
  to?: string;
  linkClass?: string;
  tabIndex?: number;
  /** Shown on hover; the whole name by default. */
  title?: string;
  /** For the name itself. */
  className?: string;
};

/** For names below each other: each link is high enough for a finger. */
export const stackedNameLink = 'min-h-6 items-center hover:underline';

/** A player's name, linked to their page, with the chip of a sandbox player beside it. A long name is cut, the chip is not. */
export function PlayerName(props: PlayerNameProps) {
  const { username, isSandbox, isPlain = false, to = playerUrl(username), linkClass, tabIndex } = props;
  const name = (
    <bdi title={props.title ?? username} className={clsx('min-w-0 truncate', props.className)}>
      {username}
    </bdi>
  );
  return (
    <span className="inline-flex max-w-full min-w-0 items-center gap-1.5 align-bottom">
      {isPlain ? (
        name
      ) : (
        <Link
          to={to}
          {...(tabIndex !== undefined && { tabIndex })}
          className={clsx('flex min-w-0', linkClass ?? 'hover:underline pointer-coarse:hit-area')}
        >
          {name}
        </Link>
      )}
      {/* The space keeps name and mark apart for screen readers. */}
      {isSandbox && ' '}
      {isSandbox && <SandboxChip />}
    </span>
  );
}
