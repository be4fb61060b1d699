import type { CaseDetails } from '@karat/contract/cases';
import { type RefObject, useState } from 'react';
import { openAuth } from '#core/modals.ts';
import { usePlayerAction } from '#core/use-player-action.ts';
import { SwitchNotice, useIsOff } from '#features/switches/switches.tsx';
import { MountWhenOpened, lazyComponent } from '#ui/lazy-component.tsx';
import { enableSound } from '#ui/sound.ts';
import { showToast } from '#ui/toast.ts';
import { Facts } from './facts.tsx';
import { Notice } from './notice.tsx';
import { barClass, OpenBar } from './open-bar.tsx';
import { type Opening, isRunning, startOpening } from './opening.ts';
import { ResultBar } from './result-bar.tsx';
import { scrollToStage } from './scroll-to-stage.ts';
import { type Spending, needsConfirmation, storeConfirmation } from './spending.ts';
import { useOpeningsText } from './words/openings-text.ts';

const ConfirmSpendModal = lazyComponent(async () => (await import('./confirm-spend-modal.tsx')).ConfirmSpendModal);

type ControlsProps = {
  caseDetails: CaseDetails;
  opening: Opening;
  spending: Spending;
  onCount: (count: number) => void;
  stageRef: RefObject<HTMLElement | null>;
};

/** The bar with the buttons, and what is known about the price and the last request. */
export function Controls({ caseDetails, opening, spending, onCount, stageRef }: ControlsProps) {
  const isOff = useIsOff('case');
  const { request, isWaiting, isAsking, confirm, cancel } = useOpenCase({ caseDetails, spending, stageRef });
  return (
    // The bar has to stick to the window, so this element has no layout box.
    <div className="contents" data-open-button>
      {opening.phase === 'revealed' ? (
        <ResultBar
          // Each result moves the focus and ignores keys for a moment, so its bar starts with a new state.
          key={opening.request.key}
          caseDetails={caseDetails}
          opening={opening}
          spending={spending}
          onOpen={request}
          stageRef={stageRef}
        />
      ) : isOff && !isRunning(opening) ? (
        <div className={barClass}>
          <SwitchNotice name="case" className="grow" />
        </div>
      ) : (
        <OpenBar
          caseDetails={caseDetails}
          opening={opening}
          spending={spending}
          isWaiting={isWaiting}
          onCount={onCount}
          onOpen={request}
        />
      )}
      <MountWhenOpened isOpen={isAsking}>
        <ConfirmSpendModal cost={spending.cost} isOpen={isAsking} onConfirm={confirm} onClose={cancel} />
      </MountWhenOpened>
      {isOff && opening.phase === 'revealed' && <SwitchNotice name="case" className="mx-auto mt-3 max-w-xl" />}
      <Notice caseDetails={caseDetails} opening={opening} spending={spending} />
      <Facts caseDetails={caseDetails} />
    </div>
  );
}

type OpenCaseInput = Pick<ControlsProps, 'caseDetails' | 'spending' | 'stageRef'>;

/** Opens the case on a click: visitors are asked to sign in, and a large spend is confirmed first. */
function useOpenCase({ caseDetails, spending: { count, cost }, stageRef }: OpenCaseInput) {
  const words = useOpeningsText();
  const [isAsking, setAsking] = useState(false);
  const open = () => {
    enableSound();
    scrollToStage(stageRef.current);
    void startOpening(caseDetails, count);
  };
  const { onPress, isWaiting } = usePlayerAction(
    () => (needsConfirmation(cost) ? setAsking(true) : open()),
    () => {
      showToast('error', words.signInFirst);
      openAuth('login');
    },
  );
  const confirm = () => {
    storeConfirmation();
    setAsking(false);
    open();
  };
  return { request: onPress, isWaiting, isAsking, confirm, cancel: () => setAsking(false) };
}
