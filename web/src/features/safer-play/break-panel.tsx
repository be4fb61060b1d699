import { takeBreak } from '@karat/contract/safer-play';
import { Coffee } from 'lucide-react';
import { useState } from 'react';
import { call } from '#app/api.ts';
import { useText } from '#i18n/i18n.ts';
import { useSaferPlayText } from '#i18n/safer-play/safer-play-text.ts';
import { Button } from '#ui/button.tsx';
import { Modal } from '#ui/modal.tsx';
import { RadioCards } from '#ui/radio-cards.tsx';
import { formatMoment } from './moments.ts';
import { Panel } from './panel.tsx';
import { RunningNote } from './running-note.tsx';
import { StopRules } from './rules-list.tsx';
import { useSave } from './use-save.ts';

const DAYS = [1, 3, 7, 14, 42];

/** Stops playing for a while. A break that runs can only be made longer. */
export function BreakPanel({ until }: { until: string | null }) {
  const { locale } = useText();
  const { pause: t } = useSaferPlayText();
  const [days, setDays] = useState(String(DAYS[0]));
  const [isAsking, setAsking] = useState(false);
  const cards = DAYS.map((each) => ({ value: String(each), label: t.length(each) }));
  return (
    <Panel id="break" title={t.title} text={t.text}>
      {until !== null && <RunningNote icon={Coffee}>{t.running(formatMoment(until, locale))}</RunningNote>}
      <RadioCards label={t.label} name="break-days" cards={cards} value={days} onChoose={setDays} columns={3} />
      <Button className="mt-4" onClick={() => setAsking(true)}>
        {until === null ? t.take : t.longer}
      </Button>
      <BreakModal days={Number(days)} isOpen={isAsking} onClose={() => setAsking(false)} />
    </Panel>
  );
}

type BreakModalProps = { days: number; isOpen: boolean; onClose: () => void };

/** Says exactly what will and what will not work before it begins. */
function BreakModal({ days, isOpen, onClose }: BreakModalProps) {
  const { common, locale } = useText();
  const { pause: t } = useSaferPlayText();
  const take = useSave({
    send: (wish: number) => call(takeBreak, { body: { days: wish } }),
    said: (_, { breakUntil }) => t.begun(breakUntil === null ? '' : formatMoment(breakUntil, locale)),
    onDone: onClose,
  });
  return (
    <Modal isOpen={isOpen} onClose={onClose} title={t.confirmTitle(t.length(days))} text={t.confirmText}>
      <StopRules />
      <div className="mt-5 flex flex-wrap justify-end gap-3">
        <Button onClick={onClose}>{common.cancel}</Button>
        <Button variant="primary" isPending={take.isPending} onClick={() => take.mutate(days)}>
          {t.confirmDo}
        </Button>
      </div>
    </Modal>
  );
}
