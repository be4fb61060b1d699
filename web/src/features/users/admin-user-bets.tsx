import { fillPath } from '@karat/contract/endpoint';
import { pages } from '@karat/contract/pages';
import type { UserBet } from '@karat/contract/users';
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { Link } from 'react-router';
import { useStaffText } from '#i18n/staff/staff-text.ts';
import type { AdminColumn } from '#ui/admin-table.tsx';
import { formatAdminTime } from '#ui/dates.ts';
import { Diamonds } from '#ui/diamonds.tsx';
import { UserRows, LabelledValue, rowsLinkClass, numberClass } from './admin-user-rows.tsx';
import { userBetsQuery } from './admin-queries.ts';
import { UserList, useListPage } from './admin-user-list.tsx';
import type { AdminCatalogue } from './words/admin-mixed.ts';
import { useAdminText } from './words/admin-text.ts';

/** All stakes of a user, in every game. */
export function UserBets({ id }: { id: number }) {
  const words = useAdminText();
  const { page, toPage } = useListPage('bets');
  const query = useQuery(userBetsQuery(id, page));
  const { users } = words;
  return (
    <UserList name="bets" title={users.bets} none={users.noBets} query={query} toPage={toPage}>
      {({ bets }) => (
        <UserRows label={users.bets} columns={columnsOf(words)} rows={bets} rowKey={(bet) => `${bet.game}:${bet.id}`} />
      )}
    </UserList>
  );
}

/** The details of a bet: its round, its roll, or its room. */
function placeOf({ game, reference }: UserBet): string {
  if (game === 'roulette') return fillPath(pages.adminGame, { gameId: reference });
  if (game === 'case') return fillPath(pages.roll, { rollId: reference });
  return fillPath(pages.room, { roomId: reference });
}

const swatches = { red: 'bg-roulette-red', green: 'bg-roulette-green', black: 'bg-roulette-black' };

function Choice({ bet: { playerBet, choice, item } }: { bet: UserBet }) {
  const { users } = useAdminText();
  const { colors } = useStaffText();
  if (playerBet !== null) {
    return (
      <span className="inline-flex items-center gap-2 whitespace-nowrap">
        <span aria-hidden className={clsx('size-3 rounded-full ring-1 ring-line-input', swatches[playerBet])} />
        {colors[playerBet]}
      </span>
    );
  }
  if (choice === 'team1' || choice === 'team2') return users.teams[choice];
  return (
    <>
      <bdi className="wrap-anywhere">{choice}</bdi>
      {item !== null && <bdi className="block text-xs wrap-anywhere text-fg-3">{item}</bdi>}
    </>
  );
}

function Winnings({ bet: { winAmount, isRefunded } }: { bet: UserBet }) {
  const { users } = useAdminText();
  if (isRefunded) return <span className="text-fg-2">{users.refunded}</span>;
  if (winAmount === null) {
    return (
      <span className="text-fg-3">
        <span aria-hidden>–</span>
        <span className="sr-only">{users.notYet}</span>
      </span>
    );
  }
  return <Diamonds amount={winAmount} className={clsx(winAmount === 0 && 'text-fg-3')} />;
}

function columnsOf({ users }: AdminCatalogue): AdminColumn<UserBet>[] {
  return [
    {
      key: 'date',
      label: users.date,
      cellClass:
        'whitespace-nowrap text-fg-2 tabular-nums @max-xl:col-span-2 @max-xl:row-start-3 @max-xl:text-xs @max-xl:text-fg-3',
      renderCell: ({ createdAt }) => <time dateTime={createdAt}>{formatAdminTime(createdAt)}</time>,
    },
    {
      key: 'game',
      label: users.game,
      cellClass: '@max-xl:col-start-1 @max-xl:row-start-1',
      renderCell: (bet) => (
        <Link to={placeOf(bet)} className={rowsLinkClass}>
          {users.games[bet.game]} #{bet.reference}
        </Link>
      ),
    },
    {
      key: 'amount',
      label: users.amount,
      isNumber: true,
      cellClass: `${numberClass} @max-xl:col-start-2 @max-xl:row-start-1`,
      renderCell: ({ amount }) => (
        <LabelledValue name={users.amount}>
          <Diamonds amount={amount} />
        </LabelledValue>
      ),
    },
    {
      key: 'choice',
      label: users.choice,
      cellClass: '@max-xl:col-start-1 @max-xl:row-start-2 @xl:py-1.5',
      renderCell: (bet) => <Choice bet={bet} />,
    },
    {
      key: 'winnings',
      label: users.winnings,
      isNumber: true,
      cellClass: `${numberClass} @max-xl:col-start-2 @max-xl:row-start-2`,
      renderCell: (bet) => (
        <LabelledValue name={users.winnings}>
          <Winnings bet={bet} />
        </LabelledValue>
      ),
    },
  ];
}
