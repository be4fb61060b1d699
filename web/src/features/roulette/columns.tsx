import type { Bettor, CurrentRound } from '@karat/contract/roulette';
import { COLORS, type Color, PAYOUT_FACTORS } from '@karat/rules/roulette';
import clsx from 'clsx';
import { useSession } from '#core/session.ts';
import { formatAmount, formatNumber } from '#i18n/format.ts';
import { Avatar } from '#ui/avatar.tsx';
import { DiamondGlyph, Diamonds } from '#ui/diamonds.tsx';
import { PlayerName } from '#ui/player-name.tsx';
import { BetButton } from './bet-button.tsx';
import { useRoulette } from './roulette.ts';
import { useRouletteText } from './words/roulette-text.ts';

type ColumnsProps = {
  round: CurrentRound;
  isOpen: boolean;
  /** The winning colour once the wheel has stopped. */
  winner: Color | null;
  onBet: (color: Color) => void;
};

/** So many rows of a column fit without scrolling; with more, the list can be scrolled by keyboard. */
const ROWS_VISIBLE_MIN = 3;

/** Red, green and black side by side; on a narrow screen first the buttons, then the lists of players. */
export function Columns({ round, isOpen, winner, onBet }: ColumnsProps) {
  return (
    <div className="bet-columns mt-3 grid gap-1.5 sm:mt-4 sm:grid-cols-3 sm:gap-3">
      {COLORS.map((color) => (
        <Column key={color} color={color} round={round} isOpen={isOpen} winner={winner} onBet={onBet} />
      ))}
    </div>
  );
}

const lights: Readonly<Record<Color, string>> = {
  red: '[--light:var(--color-roulette-red-text)]',
  green: '[--light:var(--color-roulette-green-text)]',
  black: '[--light:var(--color-roulette-black-text)]',
};

function Column({ color, round, isOpen, winner, onBet }: ColumnsProps & { color: Color }) {
  const t = useRouletteText();
  const outcome = winner === null ? undefined : winner === color ? 'won' : 'lost';
  return (
    <section
      aria-label={t.colors[color]}
      data-outcome={outcome}
      className={clsx('bet-column group/column contents sm:flex sm:min-w-0 sm:flex-col', lights[color])}
    >
      <Head color={color} round={round} isOpen={isOpen} onBet={onBet} />
      <Bettors color={color} round={round} isWon={outcome === 'won'} />
    </section>
  );
}

function Head({ color, round, isOpen, onBet }: Omit<ColumnsProps, 'winner'> & { color: Color }) {
  const t = useRouletteText();
  const ownStake = useRoulette((roulette) => roulette.ownStakes[color]);
  const { amount, players } = round.totals[color];
  return (
    <div className="bet-head order-1 flex items-center gap-3 p-1.5 pr-3 sm:flex-col sm:items-stretch sm:gap-2.5 sm:p-3">
      <BetButton
        color={color}
        betMax={round.betMax}
        isOpen={isOpen}
        onBet={onBet}
        className="h-12 w-[58%] sm:h-14 sm:w-full"
      />
      <div
        className={clsx(
          'flex min-w-0 grow flex-col items-end justify-between gap-x-2 gap-y-0.5 text-xs text-fg-2 sm:flex-row sm:flex-wrap sm:items-center sm:text-card',
          // Keeps its height: the first bet moves nothing.
          players === 0 && 'invisible',
        )}
      >
        {/* On a phone the lists, with the own row, are far below. */}
        {ownStake > 0 && (
          <span aria-hidden className="font-semibold text-fg tabular-nums sm:hidden">
            {t.column.own(formatNumber(ownStake))}
          </span>
        )}
        <span className={clsx('tabular-nums', ownStake > 0 && 'max-sm:sr-only')}>{t.column.players(players)}</span>
        <Diamonds amount={amount} className="text-sm text-fg sm:text-base" />
      </div>
    </div>
  );
}

type BettorsProps = { color: Color; round: CurrentRound; isWon: boolean };

function Bettors({ color, round, isWon }: BettorsProps) {
  const t = useRouletteText();
  const username = useSession((session) => session.username);
  const avatar = useSession((session) => session.avatar);
  const ownStakes = useRoulette((roulette) => roulette.ownStakes[color]);
  const others = round.bettors.filter((each) => each.playerBet === color && each.username !== username);
  const rows = others.length + (ownStakes > 0 ? 1 : 0);
  const hidden = round.totals[color].players - rows;
  return (
    <div
      className="bet-list order-2 min-w-0 p-2 sm:p-3 sm:pt-0"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolled list must be reachable by keyboard
      tabIndex={rows > ROWS_VISIBLE_MIN ? 0 : undefined}
    >
      <h2 className="mb-1.5 text-xs font-semibold text-fg-2 sm:sr-only">{t.column.betters[color]}</h2>
      {rows === 0 ? (
        <p className="grid h-10 place-items-center text-card text-fg-2 sm:h-full">{t.column.none}</p>
      ) : (
        <ul className="flex flex-col gap-0.5">
          {ownStakes > 0 && (
            <Row
              bettor={{ username, isSandbox: false, avatar, playerBet: color, amount: ownStakes }}
              isOwn
              isWon={isWon}
            />
          )}
          {others.map((bettor) => (
            <Row key={bettor.username} bettor={bettor} isWon={isWon} />
          ))}
        </ul>
      )}
      {hidden > 0 && <p className="px-2 pt-1.5 text-xs text-fg-2">{t.column.more(hidden)}</p>}
    </div>
  );
}

/** What a winning bet pays beyond its stake. */
const gainOf = ({ amount, playerBet }: Bettor): number => amount * (PAYOUT_FACTORS[playerBet] - 1);

type RowProps = { bettor: Bettor; isOwn?: boolean; isWon: boolean };

function Row({ bettor, isOwn = false, isWon }: RowProps) {
  const t = useRouletteText();
  const { username, isSandbox } = bettor;
  return (
    <li
      data-own={isOwn || undefined}
      className={clsx(
        'motion-line flex h-10 items-center gap-2.5 rounded-sm px-2 text-card',
        isOwn ? 'bg-primary/10' : 'odd:bg-white/2.5',
      )}
    >
      <Avatar src={bettor.avatar} username={bettor.username} size={28} />
      <span className={clsx('flex min-w-0 grow', isOwn ? 'font-semibold text-fg' : 'text-fg-2')}>
        {isOwn ? t.column.you : <PlayerName username={username} isSandbox={isSandbox} />}
      </span>
      {isWon ? (
        <span className="inline-flex shrink-0 items-center gap-1 font-bold text-success tabular-nums">
          {formatAmount(gainOf(bettor))}
          <DiamondGlyph size={14} />
        </span>
      ) : (
        <span className="inline-flex shrink-0 items-center gap-1 font-semibold tabular-nums">
          {formatNumber(bettor.amount)}
          <DiamondGlyph size={14} className="text-primary" />
        </span>
      )}
    </li>
  );
}
