import type { LiveDrop } from '@karat/contract/drops';
import { pages } from '@karat/contract/pages';
import { splitMarketName } from '@karat/rules/items';
import clsx from 'clsx';
import { ShieldCheck } from 'lucide-react';
import {
  type CSSProperties,
  type FocusEvent,
  type PointerEvent,
  memo,
  startTransition,
  useDeferredValue,
  useEffect,
  useRef,
  useState,
} from 'react';
import { Link, generatePath } from 'react-router';
import { useText } from '#i18n/i18n.ts';
import { ItemName } from '#ui/item-name.tsx';
import { ItemPicture } from '#ui/item-picture.tsx';
import { PlayerName } from '#ui/player-name.tsx';
import { rarityColors } from '#ui/rarity.ts';
import { SkeletonBlock } from '#ui/skeleton.tsx';
import { useArrowKeys } from '#ui/use-arrow-keys.ts';
import { useDrops } from './drops.ts';
import { useDropsText } from './words/drops-text.ts';

/** The feed of the latest drops, for several pages. Deferred, because a drop must not delay what the player does. */
export function LiveDrops() {
  return <DropFeed drops={useDeferredValue(useDrops())} />;
}

type DropFeedProps = {
  /** Newest first; undefined while they load. */
  drops: readonly LiveDrop[] | undefined;
};

/**
 * The latest drops. Cards move by transform alone, so a new drop shifts nothing else on the page. While the pointer or the focus is
 * on them they do not move at all; newer drops come afterwards. All their links together are one tab stop.
 */
export function DropFeed({ drops: latest }: DropFeedProps) {
  const t = useDropsText();
  const { drops, ...hold } = useHeld(latest);
  const feed = useRef<HTMLElement>(null);
  const { count, showAll } = useShownCount(feed);
  const arrowKeys = useArrowKeys<HTMLUListElement>();
  const onFocus = (event: FocusEvent<HTMLUListElement>) => {
    arrowKeys.onFocus(event);
    hold.onFocus();
    showAll();
  };
  const onBlur = (event: FocusEvent<HTMLUListElement>) => {
    arrowKeys.onBlur();
    hold.onBlur(event);
  };
  const events = { ...arrowKeys, ...hold, onFocus, onBlur, onScroll: showAll };
  // The first drops are already in place; only later ones slide in.
  const [firstId, setFirstId] = useState<number>();
  if (firstId === undefined && drops !== undefined) setFirstId(drops[0]?.id ?? 0);
  return (
    <section ref={feed} aria-label={t.label} className="drop-feed mb-4 flex gap-2 md:mb-5">
      <p
        aria-hidden
        className="flex h-(--drop-height) min-w-16 shrink-0 flex-col items-center justify-center rounded-md border border-line bg-bg-1 px-2 font-display text-2xs font-bold tracking-wider text-success"
      >
        <span className="flex items-center gap-1">
          <span className="motion-beacon relative size-1.5 rounded-full bg-success" />
          {t.live}
        </span>
        {t.drops}
      </p>
      {drops !== undefined && drops.length === 0 ? (
        <p className="flex h-(--drop-height) min-w-0 grow items-center rounded-md border border-dashed border-line px-4 text-card text-fg-2">
          {t.empty}
        </p>
      ) : (
        <ul
          aria-hidden={drops === undefined}
          {...events}
          className="drop-feed-fade relative h-(--drop-height) min-w-0 grow overflow-x-auto overflow-y-hidden scrollbar-none"
        >
          {drops?.slice(0, count).map((drop, index) => (
            <li
              key={drop.id}
              className={clsx('motion-drop', firstId !== undefined && drop.id > firstId && 'motion-drop-in', cardClass)}
              style={positionOf(index)}
            >
              <DropCard drop={drop} />
            </li>
          )) ?? <SkeletonCards count={count} />}
        </ul>
      )}
    </section>
  );
}

/** The drops from the moment when the pointer or the focus reached the list, until both have left it. */
function useHeld(latest: DropFeedProps['drops']) {
  const [held, setHeld] = useState<{ drops: DropFeedProps['drops']; isHovered: boolean; isFocused: boolean }>();
  const hold = (change: { isHovered?: boolean; isFocused?: boolean }) =>
    setHeld((before) => {
      const next = { drops: latest, isHovered: false, isFocused: false, ...before, ...change };
      return next.isHovered || next.isFocused ? next : undefined;
    });
  return {
    drops: held?.drops ?? latest,
    // A touch has no hover, and would leave the list held.
    onPointerEnter: ({ pointerType }: PointerEvent) => pointerType === 'mouse' && hold({ isHovered: true }),
    onPointerLeave: () => hold({ isHovered: false }),
    onFocus: () => hold({ isFocused: true }),
    // The list stays as it is while the focus moves inside it, or while another window has the focus.
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      const staysInside = [relatedTarget, document.activeElement].some((element) => currentTarget.contains(element));
      if (!staysInside) hold({ isFocused: false });
    },
  };
}

/** The width of a card with its gap, of the narrower ones. */
const CARD_STEP = 204;
/** Fills the feed of a phone. */
const FIRST_COUNT = 2;

/** As many cards as fit into the feed, and all of them once it is scrolled or focused: most are never seen. */
function useShownCount(feed: { readonly current: HTMLElement | null }) {
  const [fitting, setFitting] = useState(FIRST_COUNT);
  const [areAllShown, setAllShown] = useState(false);
  useEffect(() => {
    // Reading the width here would force a layout in the middle of the first rendering.
    const observer = new ResizeObserver(([entry]) => {
      if (entry) startTransition(() => setFitting(Math.ceil(entry.contentRect.width / CARD_STEP)));
    });
    if (feed.current) observer.observe(feed.current);
    return () => observer.disconnect();
  }, [feed]);
  return { count: areAllShown ? Infinity : fitting, showAll: () => setAllShown(true) };
}

const positionOf = (index: number): CSSProperties => ({ transform: `translateX(calc(var(--drop-step) * ${index}))` });
const cardClass = 'absolute top-0 left-0 h-(--drop-height) w-(--drop-width)';

function SkeletonCards({ count }: { count: number }) {
  return Array.from({ length: Math.min(count, 12) }, (_, index) => (
    <li key={index} className={cardClass} style={positionOf(index)}>
      <SkeletonBlock className="size-full rounded-md" />
    </li>
  ));
}

/** Does not depend on the position, so that a new drop renders only its own card. */
const DropCard = memo(function DropCard({ drop }: { drop: LiveDrop }) {
  const t = useDropsText();
  const { sandbox } = useText();
  const { name } = splitMarketName(drop.market_hash_name);
  return (
    <div
      className="rarity-side relative isolate size-full overflow-hidden rounded-md border border-line bg-bg-1 transition-colors duration-140 focus-within:border-(--r) hover:border-(--r)"
      style={rarityColors(drop.skinRarity)}
    >
      <span aria-hidden className="rarity-glow-left" />
      <Link
        to={generatePath(pages.case, { caseName: drop.caseName })}
        title={`${name} · ${drop.caseName}`}
        className="flex size-full items-center gap-1.5 rounded-md pr-2 pl-1 focus-visible:outline-offset-[-2px]"
      >
        <ItemPicture src={drop.image} isEager isSmall className="w-20 shrink-0 lg:w-22" />
        <span aria-hidden className="min-w-0 grow">
          <span className="block text-xs leading-tight *:first:pr-5">
            <ItemName name={name} isCut />
          </span>
          <span className="mt-0.5 flex text-2xs text-fg-2">
            <PlayerName username={drop.username} isSandbox={drop.isSandbox} isPlain />
          </span>
        </span>
        <span className="sr-only">
          {t.wonBy(name, drop.username, drop.caseName)}
          {drop.isSandbox && ` (${sandbox.chip})`}
        </span>
      </Link>
      <Link
        to={generatePath(pages.roll, { rollId: drop.handle })}
        aria-label={t.proofOf(name, drop.username)}
        title={t.proof}
        className="absolute top-0 right-0 grid size-7 place-items-center rounded-md text-fg-3 transition-colors duration-140 hover:text-fg focus-visible:outline-offset-[-2px]"
      >
        <ShieldCheck size={13} aria-hidden />
      </Link>
    </div>
  );
});
