import { fillPath } from '@karat/contract/endpoint';
import { pages } from '@karat/contract/pages';
import { type Notable, REPORT_COLUMNS } from '@karat/contract/reports';
import type { Game } from '@karat/rules/games';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatAmount } from '#i18n/format.ts';
import { AccountName } from '#ui/account-name.tsx';
import { formatAdminDay } from '#ui/days.ts';
import { Dimmed } from '#ui/dimmed.tsx';
import { textLinkClass } from '#ui/link-class.ts';
import { QueryView } from '#ui/query-view.tsx';
import { Skeleton, SkeletonBlock } from '#ui/skeleton.tsx';
import { AsOf } from './as-of.tsx';
import { notableQuery, type ReportRange } from './queries.ts';
import { useAdminText } from './words/admin-text.ts';

type Win = Notable['wins'][number];

/** The page of what was won. */
const pathOfWin: Readonly<Record<Game, (pageId: number) => string>> = {
  case: (rollId) => fillPath(pages.roll, { rollId }),
  roulette: (gameId) => fillPath(pages.adminGame, { gameId }),
  duel: (roomId) => fillPath(pages.room, { roomId }),
};

/** The largest wins, and the players who gained most. */
export function NotablePanel({ range }: { range: ReportRange }) {
  const { reports: words } = useAdminText();
  const query = useQuery(notableQuery(range));
  return (
    <section aria-labelledby="notable-title" className="mb-8">
      <h2 id="notable-title" className="font-display text-h2 font-bold">
        {words.notable}
      </h2>
      <p className="mt-1 max-w-2xl text-card text-pretty text-fg-2">{words.notableHint}</p>
      <AsOf at={query.data?.at} className="mt-1 mb-3" />
      <QueryView query={query} loading={<NotableSkeleton />} errorTitle={words.failed}>
        {({ wins, players }) => (
          <Dimmed isOld={query.isPlaceholderData}>
            <div className="grid items-start gap-3 @3xl:grid-cols-2">
              <List title={words.wins} isEmpty={wins.length === 0}>
                {wins.map((win) => (
                  <WinRow key={`${win.game} ${win.reference} ${win.player.id}`} win={win} />
                ))}
              </List>
              <List title={words.winners} isEmpty={players.length === 0}>
                {players.map(({ player, gain }) => (
                  <Row key={player.id} gain={gain}>
                    <AccountName player={player} />
                  </Row>
                ))}
              </List>
            </div>
          </Dimmed>
        )}
      </QueryView>
    </section>
  );
}

function List({ title, isEmpty, children }: { title: string; isEmpty: boolean; children: ReactNode }) {
  const { reports: words } = useAdminText();
  return (
    <div className="min-w-0 surface px-4 pt-3 pb-1">
      <h3 className="pb-2 text-xs font-semibold text-fg-3">{title}</h3>
      {isEmpty ? (
        <p className="border-t border-line py-2.5 text-card text-fg-2">{words.noWinners}</p>
      ) : (
        <ol aria-label={title}>{children}</ol>
      )}
    </div>
  );
}

function Row({ gain, children }: { gain: number; children: ReactNode }) {
  return (
    <li className="flex items-start justify-between gap-4 border-t border-line py-2.5 text-card">
      <div className="min-w-0">{children}</div>
      <span className="shrink-0 font-semibold text-danger tabular-nums">{formatAmount(gain)}</span>
    </li>
  );
}

function WinRow({ win: { day, game, reference, pageId, player, gain } }: { win: Win }) {
  const { reports: words } = useAdminText();
  return (
    <Row gain={gain}>
      <AccountName player={player} />
      <p className="mt-2 text-xs text-fg-3">
        <Link to={pathOfWin[game](pageId)} className={textLinkClass}>
          {words.games[REPORT_COLUMNS[game]]} {reference}
        </Link>{' '}
        · {formatAdminDay(day)}
      </p>
    </Row>
  );
}

function NotableSkeleton() {
  return (
    <Skeleton>
      <div className="grid gap-3 @3xl:grid-cols-2">
        <SkeletonBlock className="h-96" />
        <SkeletonBlock className="h-96" />
      </div>
    </Skeleton>
  );
}
