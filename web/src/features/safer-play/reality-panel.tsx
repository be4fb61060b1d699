import { type RealityCheck, REALITY_MINUTES, setLimits } from '@karat/contract/safer-play';
import { useRef, useState } from 'react';
import { call, serverNowMs } from '#core/api.ts';
import { Button } from '#ui/button.tsx';
import { RadioCards } from '#ui/radio-cards.tsx';
import { useNow } from '#ui/time.tsx';
import { minutesSince } from './date-times.ts';
import { Panel } from './panel.tsx';
import { useSave } from './use-save.ts';
import { useSaferPlayText } from './words/safer-play-text.ts';

type Minutes = (typeof REALITY_MINUTES)[number];

/** Sets how often the player gets a reality check. */
export function RealityPanel({ realityCheck }: { realityCheck: RealityCheck }) {
  const { reality: t, check } = useSaferPlayText();
  const { minutes, playingSince } = realityCheck;
  const [picked, setPicked] = useState<string>();
  const chosen = picked ?? String(minutes);
  const cardsFrame = useRef<HTMLDivElement>(null);
  useNow();
  const save = useSave({
    send: (realityMinutes: Minutes) => call(setLimits, { body: { realityMinutes } }),
    successText: () => t.saved,
    onDone: () => {
      setPicked(undefined);
      // The button is disabled now, and a disabled button cannot keep the focus.
      cardsFrame.current?.querySelector<HTMLElement>('input:checked')?.focus();
    },
  });
  const cards = [...REALITY_MINUTES.slice(1), REALITY_MINUTES[0]].map((each) => ({
    value: String(each),
    label: each === 0 ? t.never : t.every(each),
  }));
  const chosenMinutes = REALITY_MINUTES.find((each) => String(each) === chosen);
  return (
    <Panel id="reality-check" title={t.title} text={t.text}>
      <div ref={cardsFrame}>
        <RadioCards label={t.label} name="reality-minutes" cards={cards} value={chosen} onChoose={setPicked} />
      </div>
      <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          isPending={save.isPending}
          disabled={chosenMinutes === undefined || chosenMinutes === minutes}
          onClick={() => chosenMinutes !== undefined && save.mutate(chosenMinutes)}
        >
          {t.save}
        </Button>
        {playingSince !== null && (
          <p className="text-card text-fg-2">{t.since(check.minutes(minutesSince(playingSince, serverNowMs())))}</p>
        )}
      </div>
    </Panel>
  );
}
