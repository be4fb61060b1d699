import { Coffee } from 'lucide-react';
import { useState } from 'react';
import { useText } from '#i18n/i18n.ts';
import { Button } from '#ui/button.tsx';
import { MountWhenOpened, lazyComponent } from '#ui/lazy-component.tsx';
import { RadioCards } from '#ui/radio-cards.tsx';
import { formatDateTime } from './date-times.ts';
import { Panel } from './panel.tsx';
import { RunningNote } from './running-note.tsx';
import { useSaferPlayText } from './words/safer-play-text.ts';

const BreakModal = lazyComponent(async () => (await import('./break-modal.tsx')).BreakModal);

const DAYS = [1, 3, 7, 14, 42];

/** Starts a break. A running break can only be extended. */
export function BreakPanel({ until }: { until: string | null }) {
  const { locale } = useText();
  const { pause: t } = useSaferPlayText();
  const [days, setDays] = useState(String(DAYS[0]));
  const [isModalOpen, setModalOpen] = useState(false);
  const cards = DAYS.map((each) => ({ value: String(each), label: t.length(each) }));
  return (
    <Panel id="break" title={t.title} text={t.text}>
      {until !== null && <RunningNote icon={Coffee}>{t.running(formatDateTime(until, locale))}</RunningNote>}
      <RadioCards label={t.label} name="break-days" cards={cards} value={days} onChoose={setDays} columns={3} />
      <Button className="mt-4" onClick={() => setModalOpen(true)}>
        {until === null ? t.take : t.longer}
      </Button>
      <MountWhenOpened isOpen={isModalOpen}>
        <BreakModal days={Number(days)} isOpen={isModalOpen} onClose={() => setModalOpen(false)} />
      </MountWhenOpened>
    </Panel>
  );
}
