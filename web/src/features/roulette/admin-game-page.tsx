import { fillPath } from '@karat/contract/endpoint';
import { pages } from '@karat/contract/pages';
import type { Pagination } from '@karat/contract/pagination';
import type { AdminRound, Bet } from '@karat/contract/roulette';
import { pageFrom } from '@karat/rules/pager';
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { ArrowLeft, CircleAlert, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import { formatNumber } from '#i18n/format.ts';
import { useUrlParams } from '#ui/url-params.ts';
import { ButtonLink } from '#ui/button.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { type Column, DataTable } from '#ui/data-table.tsx';
import { formatAdminTime } from '#ui/dates.ts';
import { Diamonds } from '#ui/diamonds.tsx';
import { Dimmed } from '#ui/dimmed.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { PageHeading } from '#ui/page-heading.tsx';
import { PagerBar } from '#ui/pager-bar.tsx';
import { PlayerName } from '#ui/player-name.tsx';
import { RedirectToLastPage } from '#ui/redirect-to-last-page.tsx';
import { NotFoundView } from '#ui/views.tsx';
import { useLiveRound } from './admin-live-rounds.ts';
import { roundQuery } from './admin-queries.ts';
import { ColorName, Unknown } from './admin-winner.tsx';
import { YesOrNo } from './admin-yes-or-no.tsx';
import type { AdminCatalogue } from './words/admin-mixed.ts';
import { useAdminText } from './words/admin-text.ts';

const ID = /^[1-9]\d{0,15}$/;

/** One round of roulette with all its bets. */
export function AdminGamePage() {
  const { gameId = '' } = useParams();
  if (!ID.test(gameId)) return <Missing />;
  return <Game key={gameId} id={Number(gameId)} />;
}

function Missing() {
  const { games } = useAdminText();
  return (
    <NotFoundView
      title={games.infoFailed}
      text={games.missing}
      backLink={{ to: pages.adminGames, label: games.back }}
    />
  );
}

function Game({ id }: { id: number }) {
  const { games } = useAdminText();
  const page = pageFrom(useUrlParams().params.get('page'));
  const query = useQuery(roundQuery({ id, page }));
  useLiveRound({ id, page });
  return (
    <QueryView query={query} notFound={<Missing />} errorTitle={games.infoFailed}>
      {({ data, pagination }) => (
        <>
          <Link
            to={pages.adminGames}
            className="hit-area relative mb-2 inline-flex items-center gap-1.5 font-semibold text-fg-2 hover:text-fg"
          >
            <ArrowLeft size={16} aria-hidden />
            {games.back}
          </Link>
          <PageHeading title={games.title(`#${id}`)}>
            <ButtonLink
              to={fillPath(pages.round, { roundId: id })}
              icon={<ShieldCheck size={18} aria-hidden className="text-fg-3" />}
            >
              {games.proof}
            </ButtonLink>
          </PageHeading>
          <div className="@container">
            {data.refundReason !== null && <RefundNote reason={data.refundReason} />}
            <Facts round={data} />
            <Dimmed isOld={query.isPlaceholderData}>
              <Bets bets={data.bets} pagination={pagination} />
            </Dimmed>
          </div>
        </>
      )}
    </QueryView>
  );
}

function RefundNote({ reason }: { reason: string }) {
  const { games } = useAdminText();
  return (
    <div className="mb-4 flex gap-3 rounded-md border border-warn/40 bg-warn/8 p-4">
      <CircleAlert size={20} aria-hidden className="shrink-0 text-warn" />
      <div className="min-w-0">
        <p className="font-semibold">{games.refundTitle}</p>
        <p className="text-pretty text-fg-2">{games.refundReason(reason)}</p>
      </div>
    </div>
  );
}

function Facts({ round }: { round: AdminRound }) {
  const { games } = useAdminText();
  const { hash, winnerNumber, winnerColor, amount, winAmount } = round;
  const profit = amount - winAmount;
  const isPaidOut = round.state === 'SETTLED';
  return (
    <section aria-label={games.facts} className="mb-6 surface p-4 @3xl:p-5">
      <dl className="grid grid-cols-2 gap-x-4 gap-y-4 @xl:grid-cols-4">
        <Fact label={games.hash} className="col-span-full">
          <span className="flex items-center gap-1">
            <code className="font-mono text-card break-all">{hash}</code>
            <CopyButton text={hash} />
          </span>
        </Fact>
        <Fact label={games.id}>#{round.id}</Fact>
        <Fact label={games.time}>
          <time dateTime={round.createdAt}>{formatAdminTime(round.createdAt)}</time>
        </Fact>
        <Fact label={games.number}>{winnerNumber ?? <Unknown />}</Fact>
        <Fact label={games.color}>{winnerColor ? <ColorName color={winnerColor} /> : <Unknown />}</Fact>
        <Fact label={games.isPlayed}>
          <YesOrNo value={round.currentRound} />
        </Fact>
        <Fact label={games.isCompleted}>
          <YesOrNo value={round.completed} />
        </Fact>
        <Fact label={games.isPaid} className="col-span-2">
          <YesOrNo value={round.deposited} />
        </Fact>
        <Fact label={games.betCount}>{formatNumber(round.betCount)}</Fact>
        <Fact label={games.totalBets}>
          <Diamonds amount={amount} />
        </Fact>
        <Fact label={games.totalPayouts}>{isPaidOut ? <Diamonds amount={winAmount} /> : <Unknown />}</Fact>
        <Fact label={games.profit}>
          {isPaidOut ? <Diamonds amount={profit} className={clsx(profit < 0 && 'text-danger')} /> : <Unknown />}
        </Fact>
      </dl>
    </section>
  );
}

function Fact({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
  return (
    <div className={clsx('min-w-0', className)}>
      <dt className="text-xs text-fg-3">{label}</dt>
      <dd className="mt-0.5 font-semibold tabular-nums">{children}</dd>
    </div>
  );
}

function Bets({ bets, pagination }: { bets: readonly Bet[]; pagination: Pagination }) {
  const words = useAdminText();
  const urlParams = useUrlParams();
  if (bets.length === 0 && pagination.totalResults > 0) return <RedirectToLastPage pagination={pagination} />;
  return (
    <section aria-labelledby="bets">
      <h2 id="bets" className="mb-3 font-display text-h2 font-bold">
        {words.games.bets}
      </h2>
      <div className="surface overflow-hidden max-sm:data-full:border-0" data-full={bets.length > 0 || undefined}>
        <DataTable label={words.games.bets} columns={columnsOf(words)} rows={bets} rowKey={({ id }) => id} />
        {bets.length === 0 && <p className="border-t border-line p-4 text-fg-2">{words.games.noBets}</p>}
      </div>
      <PagerBar pagination={pagination} toPage={(page) => `${urlParams.to({ page })}#bets`} />
    </section>
  );
}

function columnsOf({ games }: AdminCatalogue): Column<Bet>[] {
  return [
    {
      key: 'date',
      label: games.date,
      renderCell: ({ createdAt }) => <time dateTime={createdAt}>{formatAdminTime(createdAt)}</time>,
    },
    {
      key: 'username',
      label: games.username,
      renderCell: ({ username, isSandbox }) => <PlayerName username={username} isSandbox={isSandbox} />,
    },
    { key: 'amount', label: games.amount, align: 'right', renderCell: ({ amount }) => <Diamonds amount={amount} /> },
    { key: 'choice', label: games.choice, renderCell: ({ playerBet }) => <ColorName color={playerBet} /> },
    {
      key: 'winnings',
      label: games.winnings,
      align: 'right',
      renderCell: ({ winAmount }) => (winAmount === null ? <Unknown /> : <Diamonds amount={winAmount} />),
    },
  ];
}
