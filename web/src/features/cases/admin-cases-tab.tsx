import { pageFrom } from '@karat/rules/pager';
import { useQuery } from '@tanstack/react-query';
import { Box, Plus } from 'lucide-react';
import { useMay } from '#core/staff.ts';
import { useText } from '#i18n/i18n.ts';
import { useUrlParams } from '#ui/url-params.ts';
import { ButtonLink } from '#ui/button.tsx';
import { NEW_ROW, useEditedRow } from '#ui/use-edited-row.ts';
import { MountWhenOpened, lazyComponent } from '#ui/lazy-component.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { PageHeading } from '#ui/page-heading.tsx';
import { PagerBar } from '#ui/pager-bar.tsx';
import { RedirectToLastPage } from '#ui/redirect-to-last-page.tsx';
import { SkeletonBlock, Skeleton } from '#ui/skeleton.tsx';
import { TabLinks } from '#ui/tab-links.tsx';
import { EmptyView } from '#ui/views.tsx';
import { adminCasesQuery } from './admin-queries.ts';
import { CaseGrid } from './case-grid.tsx';
import { OpenedCases } from './admin-opened-cases.tsx';
import { useAdminText } from './words/admin-text.ts';

const AdminCaseModal = lazyComponent(async () => (await import('./admin-case-modal.tsx')).AdminCaseModal);

/** The cases, for those who may edit them, and the openings of all players. */
export function AdminCasesTab() {
  const t = useText();
  const words = useAdminText();
  const urlParams = useUrlParams();
  const mayEdit = useMay('catalogue');
  const isOpenedView = !mayEdit || urlParams.params.get('view') === 'opened';
  const page = pageFrom(urlParams.params.get('page'));
  return (
    <>
      <PageHeading title={t.admin.cases}>
        {!isOpenedView && (
          <ButtonLink
            to={urlParams.to({ edit: NEW_ROW, page })}
            preventScrollReset
            variant="primary"
            icon={<Plus size={18} aria-hidden />}
          >
            {words.cases.add}
          </ButtonLink>
        )}
      </PageHeading>
      {mayEdit && (
        <div className="mb-5">
          <TabLinks
            label={words.cases.viewsLabel}
            tabs={[
              {
                to: urlParams.to({ view: undefined, edit: undefined }),
                label: words.cases.cases,
                isCurrent: !isOpenedView,
              },
              {
                to: urlParams.to({ view: 'opened', edit: undefined }),
                label: words.cases.opened,
                isCurrent: isOpenedView,
              },
            ]}
          />
        </div>
      )}
      {isOpenedView ? <OpenedCases /> : <Cases page={page} />}
    </>
  );
}

function Cases({ page }: { page: number }) {
  const words = useAdminText();
  const urlParams = useUrlParams();
  const query = useQuery(adminCasesQuery(page));
  const edited = useEditedRow(query.data?.data);
  return (
    <>
      <QueryView query={query} loading={<CaseSkeleton />}>
        {({ data, pagination }) =>
          data.length > 0 ? (
            <>
              <CaseGrid cases={data} toEdit={(id) => urlParams.to({ edit: id, page })} />
              <PagerBar pagination={pagination} toPage={(next) => urlParams.to({ page: next })} />
            </>
          ) : pagination.totalResults > 0 ? (
            <RedirectToLastPage pagination={pagination} />
          ) : (
            <EmptyView icon={Box} title={words.cases.empty} text={words.cases.emptyHint} />
          )
        }
      </QueryView>
      <MountWhenOpened isOpen={edited.isOpen}>
        <AdminCaseModal
          key={edited.formKey}
          caseInfo={edited.row}
          minWithdrawalEdge={query.data?.minWithdrawalEdge ?? null}
          isOpen={edited.isOpen}
          onClose={() => urlParams.replace({ edit: undefined, page })}
        />
      </MountWhenOpened>
    </>
  );
}

function CaseSkeleton() {
  return (
    <Skeleton>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(9.25rem,1fr))] gap-3">
        {Array.from({ length: 8 }, (_, index) => (
          <div key={index} className="surface p-3">
            <SkeletonBlock className="aspect-4/3 w-full" />
            <SkeletonBlock className="mt-3 h-4 w-24 max-w-full" />
            <SkeletonBlock className="mt-2 h-4 w-16" />
            <SkeletonBlock className="mt-3 h-9 w-full" />
          </div>
        ))}
      </div>
    </Skeleton>
  );
}
