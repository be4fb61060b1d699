import { fillPath } from '@karat/contract/endpoint';
import { pages } from '@karat/contract/pages';
import type { Round } from '@karat/contract/roulette';
import { pageCount } from '@karat/rules/pager';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { useLiveEvent } from '#core/socket.ts';
import { QueryView } from '#ui/query-view.tsx';
import { SkeletonBlock, Skeleton } from '#ui/skeleton.tsx';
import { RelativeTime } from '#ui/time.tsx';
import { ROUNDS_PER_PAGE, roundsKey, roundsQuery } from './queries.ts';
import { RoundChip } from './round-chip.tsx';
import { PageButtons } from './page-buttons.tsx';
import { useProofText } from './words/proof-text.ts';

/** Finished rounds, newest first, each linked to its proof. */
export function RoundList({ onLeave }: { onLeave?: () => void }) {
  const t = useProofText();
  const [page, setPage] = useState(1);
  const queryClient = useQueryClient();
  const refresh = () => void queryClient.invalidateQueries({ queryKey: [...roundsKey, 'over'] });
  useLiveEvent('ROULETTE_ROUND', ({ round }) => round.completed && refresh(), refresh);
  return (
    <QueryView query={useQuery(roundsQuery(page))} loading={<RoundSkeleton />}>
      {({ data, pagination }) => (
        <>
          {pagination.totalResults === 0 && <p className="text-fg-3">{t.rounds.none}</p>}
          <ul className="grid grid-cols-1 gap-1 sm:grid-cols-2">
            {data.map((round) => (
              <li key={round.id}>
                <RoundRow round={round} onLeave={onLeave} />
              </li>
            ))}
          </ul>
          <PageButtons
            page={page}
            count={pageCount(pagination.totalResults, pagination.resultsPerPage)}
            onStep={(step) => setPage(page + step)}
          />
        </>
      )}
    </QueryView>
  );
}

function RoundRow({ round, onLeave }: { round: Round; onLeave: (() => void) | undefined }) {
  const t = useProofText();
  const { id, winnerNumber, winnerColor } = round;
  const outcome =
    winnerNumber === null || winnerColor === null
      ? t.rounds.refundedOutcome
      : `${winnerNumber}, ${t.round.colors[winnerColor]}`;
  return (
    <Link
      to={fillPath(pages.round, { roundId: id })}
      onClick={onLeave}
      className="flex min-h-12 items-center gap-3 rounded-md px-2 py-1.5 transition-colors duration-140 hover:bg-bg-2"
    >
      <RoundChip round={round} />
      <span className="min-w-0 grow">
        <span className="block truncate font-semibold tabular-nums">#{id}</span>{' '}
        <span className="block truncate text-xs text-fg-2">{outcome}</span>
      </span>{' '}
      <RelativeTime iso={round.createdAt} className="shrink-0 text-xs text-fg-3" />
    </Link>
  );
}

function RoundSkeleton() {
  return (
    <Skeleton>
      <div className="grid gap-1 sm:grid-cols-2">
        {Array.from({ length: ROUNDS_PER_PAGE }, (_, row) => (
          <SkeletonBlock key={row} className="h-12 rounded-md" />
        ))}
      </div>
      <SkeletonBlock className="mx-auto mt-3 h-9 w-60" />
    </Skeleton>
  );
}
