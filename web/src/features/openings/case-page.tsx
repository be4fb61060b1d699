import type { CaseDetails } from '@karat/contract/cases';
import { pages } from '@karat/contract/pages';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ChevronLeft } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link, useParams } from 'react-router';
import { onConnect } from '#core/socket.ts';
import { useAccount, useSession } from '#core/session.ts';
import { caseQuery } from '#features/cases/cases.ts';
import { useText } from '#i18n/i18n.ts';
import { QueryView } from '#ui/query-view.tsx';
import { PageHeading } from '#ui/page-heading.tsx';
import { NotFoundView } from '#ui/views.tsx';
import { Contents } from './contents.tsx';
import { Controls } from './controls.tsx';
import { type Opening, dismissOpening, resumeOpening, useOpening } from './opening.ts';
import { LiveDrops } from './openings.tsx';
import { useSpending } from './spending.ts';
import { Stage } from './stage.tsx';

/** One case: its items, its price, and the controls to open it. */
export function CasePage() {
  const { caseName = '' } = useParams();
  const { cases } = useText();
  const missing = (
    <NotFoundView title={cases.missing} text={cases.missingHint} backLink={{ to: pages.cases, label: cases.goBack }} />
  );
  return (
    <>
      <div className="max-md:hidden">
        <LiveDrops />
      </div>
      <QueryView query={useQuery(caseQuery(caseName))} notFound={missing} isDeferred>
        {(caseDetails) => <CaseView caseDetails={caseDetails} />}
      </QueryView>
    </>
  );
}

function CaseView({ caseDetails }: { caseDetails: CaseDetails }) {
  const t = useText();
  const opening = useOpeningOf(caseDetails);
  const [count, setCount] = useState(1);
  const spending = useSpending(caseDetails, opening, count);
  const stageRef = useRef<HTMLElement>(null);
  useResume(caseDetails);
  useCaseRefetch(opening, caseDetails.name);
  useDismissOnLeave();
  return (
    <>
      <Link
        to={pages.cases}
        className="hit-area -ml-1 inline-flex min-h-8 items-center gap-0.5 rounded-sm pr-2 text-card text-fg-2 hover:text-fg"
      >
        <ChevronLeft size={18} aria-hidden />
        {t.cases.goBack}
      </Link>
      <div className="*:mb-2.5!">
        <PageHeading title={t.cases.heading(caseDetails.name)} />
      </div>
      <Stage caseDetails={caseDetails} opening={opening} count={spending.count} stageRef={stageRef} />
      <Controls
        caseDetails={caseDetails}
        opening={opening}
        spending={spending}
        onCount={setCount}
        stageRef={stageRef}
      />
      <Contents items={caseDetails.items} />
    </>
  );
}

/** This tab's opening if it is of this case, else idle. */
function useOpeningOf({ name }: CaseDetails): Opening {
  const opening = useOpening();
  const caseName = 'request' in opening ? opening.request.caseName : opening.caseName;
  return caseName === name ? opening : { phase: 'idle' };
}

/** Resumes once the player is known, and after each reconnect, because the stored request may belong to another player. */
function useResume(caseDetails: CaseDetails): void {
  const isKnown = useAccount((state) => state.isLoaded);
  const username = useSession((session) => session.username);
  useEffect(() => {
    if (!isKnown || username === '') return undefined;
    const resume = () => void resumeOpening(caseDetails);
    resume();
    return onConnect(resume);
  }, [isKnown, username, caseDetails]);
}

/** Fetches the case again when the server says that it changed, paused or does not exist. */
function useCaseRefetch(opening: Opening, caseName: string): void {
  const queryClient = useQueryClient();
  const code = opening.phase === 'idle' ? opening.failure?.code : undefined;
  const isStale = code === 'case_changed' || code === 'case_paused' || code === 'not_found';
  useEffect(() => {
    if (isStale) void queryClient.invalidateQueries({ queryKey: caseQuery(caseName).queryKey });
  }, [isStale, queryClient, caseName]);
}

let viewers = 0;

/** Clears a finished opening when the player leaves the page; a running one continues. */
function useDismissOnLeave(): void {
  useEffect(() => {
    viewers++;
    return () => {
      viewers--;
      // A page that only remounts has mounted again by then.
      setTimeout(() => viewers === 0 && dismissOpening(), 0);
    };
  }, []);
}
