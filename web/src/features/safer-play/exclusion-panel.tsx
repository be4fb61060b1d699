import { DoorClosed } from 'lucide-react';
import { useState } from 'react';
import { useText } from '#i18n/i18n.ts';
import { Button } from '#ui/button.tsx';
import { MountWhenOpened, lazyComponent } from '#ui/lazy-component.tsx';
import { RadioCards } from '#ui/radio-cards.tsx';
import { formatDateTime } from './date-times.ts';
import { Panel } from './panel.tsx';
import { RunningNote } from './running-note.tsx';
import { useSaferPlayText } from './words/safer-play-text.ts';

const ExclusionModal = lazyComponent(async () => (await import('./exclusion-modal.tsx')).ExclusionModal);

const MONTHS = [6, 12, 24, 60];

/** Starts an exclusion of six months or more, which cannot be ended early. */
export function ExclusionPanel({ until }: { until: string | null }) {
  const { locale } = useText();
  const { exclusion: t } = useSaferPlayText();
  const [months, setMonths] = useState(String(MONTHS[0]));
  const [isModalOpen, setModalOpen] = useState(false);
  const cards = MONTHS.map((each) => ({ value: String(each), label: t.length(each) }));
  return (
    <Panel id="exclusion" title={t.title} text={t.text}>
      {until !== null && <RunningNote icon={DoorClosed}>{t.running(formatDateTime(until, locale))}</RunningNote>}
      <RadioCards
        label={t.label}
        name="exclusion-months"
        cards={cards}
        value={months}
        onChoose={setMonths}
        columns={2}
      />
      <Button variant="danger" className="mt-4" onClick={() => setModalOpen(true)}>
        {until === null ? t.start : t.longer}
      </Button>
      <MountWhenOpened isOpen={isModalOpen}>
        <ExclusionModal months={Number(months)} isOpen={isModalOpen} onClose={() => setModalOpen(false)} />
      </MountWhenOpened>
    </Panel>
  );
}
