import type { Roll } from '@karat/contract/fairness';
import { fillPath } from '@karat/contract/endpoint';
import { pages } from '@karat/contract/pages';
import { pageCount } from '@karat/rules/pager';
import { splitMarketName } from '@karat/rules/items';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { useReveals } from '#core/reveals.ts';
import { Button } from '#ui/button.tsx';
import { ItemName } from '#ui/item-name.tsx';
import { ItemPicture } from '#ui/item-picture.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { rarityColors } from '#ui/rarity.ts';
import { SkeletonBlock, Skeleton } from '#ui/skeleton.tsx';
import { RelativeTime } from '#ui/time.tsx';
import { rollsQuery } from './queries.ts';
import { reportOfRoll } from './report.ts';
import { ROTATE_FIELD } from './rotate-form.tsx';
import { PageButtons } from './page-buttons.tsx';
import { CheckList } from './check-list.tsx';
import { useProofText } from './words/proof-text.ts';

/** The player's own rolls, newest first, verified on the spot. A roll whose spin still runs is hidden. */
export function RollList({ onLeave }: { onLeave: () => void }) {
  const t = useProofText();
  const [page, setPage] = useState(1);
  const hiddenRolls = useReveals((reveals) => reveals.hiddenRolls);
  return (
    <section aria-labelledby="own-rolls" className="mt-8">
      <h3 id="own-rolls" className="mb-3 font-display text-h2 font-bold">
        {t.rolls.title}
      </h3>
      {hiddenRolls.size > 0 && <p className="mb-3 text-fg-3">{t.rolls.hidden}</p>}
      <QueryView query={useQuery(rollsQuery(page))} loading={<RollSkeleton />}>
        {({ data, pagination }) => (
          <>
            {pagination.totalResults === 0 && <NoRolls />}
            <ul className="divide-y divide-line">
              {data
                .filter(({ id }) => !hiddenRolls.has(id))
                .map((roll) => (
                  <RollRow key={roll.id} roll={roll} onLeave={onLeave} />
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
    </section>
  );
}

function NoRolls() {
  const t = useProofText();
  return (
    <div className="rounded-md bg-bg-2 px-4 py-6 text-center">
      <p className="font-semibold">{t.rolls.empty}</p>
      <p className="mt-1 text-fg-3">{t.rolls.emptyHint}</p>
    </div>
  );
}

function RollRow({ roll, onLeave }: { roll: Roll; onLeave: () => void }) {
  const t = useProofText();
  const [isChecked, setChecked] = useState(false);
  const id = useId();
  return (
    <li className="py-3" style={rarityColors(roll.skinRarity)}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <ItemPicture src={roll.image} sizes="64px" className="w-16 shrink-0" />
        <div className="min-w-40 grow basis-0">
          <p className="truncate" title={roll.skinRarity}>
            <ItemName {...splitMarketName(roll.market_hash_name)} layout="inline" />
          </p>
          <p className="truncate text-xs text-fg-3">
            {roll.caseName} · <RelativeTime iso={roll.createdAt} /> · {t.inputs.nonce} {roll.nonce}
          </p>
        </div>
        <div className="ml-auto flex items-center gap-1">
          {roll.serverSeed === null ? (
            <Button size="dense" variant="quiet" onClick={focusRotateField}>
              {t.rolls.rotateToVerify}
            </Button>
          ) : (
            <Button
              size="dense"
              aria-expanded={isChecked}
              aria-controls={id}
              aria-label={(isChecked ? t.rolls.hideOf : t.rolls.verifyOf)(roll.market_hash_name)}
              onClick={() => setChecked(!isChecked)}
            >
              {isChecked ? t.rolls.hide : t.rolls.verify}
            </Button>
          )}
          <Link
            to={fillPath(pages.roll, { rollId: roll.id })}
            onClick={onLeave}
            aria-label={t.rolls.proofOf(roll.market_hash_name)}
            className="hit-area rounded-sm px-2 text-card font-semibold text-primary hover:underline"
          >
            {t.rolls.proof}
          </Link>
        </div>
      </div>
      <div id={id} role="status" className="empty:hidden">
        {isChecked && (
          <div className="mt-3 rounded-md border border-line bg-bg-0 p-4">
            <CheckList report={reportOfRoll(t, roll)} />
          </div>
        )}
      </div>
    </li>
  );
}

function focusRotateField(): void {
  const field = document.querySelector<HTMLInputElement>(`[role=dialog] input[name=${ROTATE_FIELD}]`);
  field?.scrollIntoView({ block: 'center' });
  field?.focus({ preventScroll: true });
}

function RollSkeleton() {
  return (
    <Skeleton>
      <div className="grid gap-6 py-3">
        {[1, 2, 3].map((row) => (
          <div key={row} className="flex items-center gap-3">
            <SkeletonBlock className="h-12 w-16" />
            <div className="grow space-y-1.5">
              <SkeletonBlock className="h-4 w-52 max-w-full" />
              <SkeletonBlock className="h-3 w-36" />
            </div>
            <SkeletonBlock className="h-9 w-20" />
          </div>
        ))}
      </div>
    </Skeleton>
  );
}
