import type { AdminMission } from '@karat/contract/missions';
import { pageFrom } from '@karat/rules/pager';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import clsx from 'clsx';
import { Pencil, Plus, Target } from 'lucide-react';
import { useEffect } from 'react';
import { onConnect, useLiveEvent } from '#core/socket.ts';
import { formatNumber } from '#i18n/format.ts';
import { useText } from '#i18n/i18n.ts';
import { useUrlParams } from '#ui/url-params.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Diamonds } from '#ui/diamonds.tsx';
import { NEW_ROW, useEditedRow } from '#ui/use-edited-row.ts';
import { MountWhenOpened, lazyComponent } from '#ui/lazy-component.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { PageHeading } from '#ui/page-heading.tsx';
import { PagerBar } from '#ui/pager-bar.tsx';
import { RedirectToLastPage } from '#ui/redirect-to-last-page.tsx';
import { SkeletonBlock, Skeleton } from '#ui/skeleton.tsx';
import { EmptyView } from '#ui/views.tsx';
import { ActiveSwitch } from '#ui/active-switch.tsx';
import { adminMissionsQuery, invalidateMissions } from './admin-queries.ts';
import { draftOf, useSaveMission } from './mission-form.ts';
import { MissionPicture } from './mission-picture.tsx';
import { typeWords } from './type-words.ts';
import { useAdminText } from './words/admin-text.ts';

const AdminMissionModal = lazyComponent(async () => (await import('./admin-mission-modal.tsx')).AdminMissionModal);

/** All missions, also inactive ones, and the form to add or edit one. */
export function AdminMissionsTab() {
  const t = useText();
  const words = useAdminText();
  const urlParams = useUrlParams();
  const page = pageFrom(urlParams.params.get('page'));
  const query = useQuery(adminMissionsQuery(page));
  const edited = useEditedRow(query.data?.data);
  const queryClient = useQueryClient();
  useLiveEvent('MISSIONS_CHANGED', () => void invalidateMissions(queryClient));
  useEffect(() => onConnect(() => void invalidateMissions(queryClient)), [queryClient]);
  return (
    <>
      <PageHeading title={t.admin.missions}>
        <Button
          variant="primary"
          icon={<Plus size={18} aria-hidden />}
          onClick={() => urlParams.go({ edit: NEW_ROW, page })}
        >
          {words.missions.add}
        </Button>
      </PageHeading>
      <QueryView query={query} loading={<MissionSkeleton />}>
        {({ data, pagination }) =>
          data.length > 0 ? (
            <>
              <p className="mb-2 text-xs text-fg-3">{words.missions.found(pagination.totalResults)}</p>
              <ul className="surface divide-y divide-line overflow-hidden">
                {data.map((mission) => (
                  <AdminMissionRow
                    key={mission.id}
                    mission={mission}
                    toEdit={urlParams.to({ edit: mission.id, page })}
                  />
                ))}
              </ul>
              <PagerBar pagination={pagination} toPage={(next) => urlParams.to({ page: next })} />
            </>
          ) : pagination.totalResults > 0 ? (
            <RedirectToLastPage pagination={pagination} />
          ) : (
            <EmptyView icon={Target} title={words.missions.empty} text={words.missions.emptyHint} />
          )
        }
      </QueryView>
      <MountWhenOpened isOpen={edited.isOpen}>
        <AdminMissionModal
          key={edited.formKey}
          mission={edited.row}
          isOpen={edited.isOpen}
          onClose={() => urlParams.replace({ edit: undefined, page })}
        />
      </MountWhenOpened>
    </>
  );
}

function AdminMissionRow({ mission, toEdit }: { mission: AdminMission; toEdit: string }) {
  const words = useAdminText();
  return (
    <li className="@container px-3 py-3 transition-colors duration-140 hover:bg-bg-2 sm:px-4">
      <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-2.5 @3xl:grid-cols-[auto_minmax(0,1fr)_auto_auto_auto] @3xl:gap-x-4">
        <MissionPicture
          src={mission.image}
          className={clsx('w-12 @max-3xl:self-start', !mission.isActive && 'opacity-45')}
        />
        <div className="min-w-0 @max-lg:col-span-2">
          <h2 className={clsx('font-semibold text-pretty', !mission.isActive && 'text-fg-2')}>{mission.title}</h2>
          <p className="mt-0.5 text-card text-pretty text-fg-2">{mission.description}</p>
          <TypeLine mission={mission} />
        </div>
        <Figures mission={mission} />
        <div className="col-span-2 row-start-3 @lg:col-span-1 @lg:col-start-3 @lg:row-start-1 @lg:self-start @lg:justify-self-end @3xl:col-auto @3xl:row-auto @3xl:self-center">
          <Activity mission={mission} />
        </div>
        <ButtonLink
          to={toEdit}
          preventScrollReset
          size="dense"
          aria-label={words.missions.editMission(mission.title)}
          icon={<Pencil size={16} aria-hidden className="text-fg-3" />}
          className="col-start-3 row-start-3 @lg:row-start-2 @3xl:col-auto @3xl:row-auto"
        >
          {words.missions.edit}
        </ButtonLink>
      </div>
    </li>
  );
}

function TypeLine({ mission }: { mission: AdminMission }) {
  const words = useAdminText();
  const typeText = typeWords(words, mission);
  return (
    <p className="mt-1 flex flex-wrap gap-x-2 text-xs">
      <code className="font-mono break-all text-fg-2">{mission.type}</code>
      {typeText !== undefined && <span className="text-fg-3">{typeText}</span>}
      {!mission.isCounted && <span className="text-warn">{words.missions.uncounted}</span>}
    </p>
  );
}

function Figures({ mission: { reward, target, claims } }: { mission: AdminMission }) {
  const words = useAdminText();
  const counts = [
    [words.missions.target, target],
    [words.missions.claims, claims],
  ] as const;
  return (
    <dl className="col-span-3 row-start-2 grid grid-cols-3 gap-x-3 @lg:col-span-2 @lg:pl-15 @3xl:col-auto @3xl:row-auto @3xl:grid-cols-[6.5rem_5.5rem_3.5rem] @3xl:pl-0 @3xl:text-right">
      <div>
        <dt className="text-2xs text-fg-3">{words.missions.reward}</dt>
        <dd>
          <Diamonds amount={reward} />
        </dd>
      </div>
      {counts.map(([label, count]) => (
        <div key={label}>
          <dt className="text-2xs text-fg-3">{label}</dt>
          <dd className="font-semibold tabular-nums">{formatNumber(count)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Deactivates or activates a mission without a form. */
function Activity({ mission }: { mission: AdminMission }) {
  const words = useAdminText();
  const save = useSaveMission({ mission, onSaved: () => undefined });
  return (
    <div className="flex items-center gap-2.5 @max-lg:flex-row-reverse @max-lg:justify-end @lg:flex-col @lg:items-end @lg:gap-1">
      <span aria-hidden className="text-xs text-fg-3 @lg:text-2xs">
        {words.missions.active}
      </span>
      <ActiveSwitch
        label={words.missions.activeOf(mission.title)}
        isOn={mission.isActive}
        isPending={save.isPending}
        onToggle={() => save.mutate({ ...draftOf(mission), isActive: !mission.isActive })}
      />
    </div>
  );
}

function MissionSkeleton() {
  return (
    <Skeleton>
      <div className="surface divide-y divide-line">
        {Array.from({ length: 6 }, (_, index) => (
          <div key={index} className="flex items-center gap-3 px-4 py-3">
            <SkeletonBlock className="size-12" />
            <div className="grow space-y-2">
              <SkeletonBlock className="h-4 w-44 max-w-full" />
              <SkeletonBlock className="h-3 w-64 max-w-full" />
              <SkeletonBlock className="h-3 w-32 max-w-full" />
            </div>
            <SkeletonBlock className="h-9 w-28" />
          </div>
        ))}
      </div>
    </Skeleton>
  );
}
