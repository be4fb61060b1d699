import { setPreference, usePreferences } from '#core/preferences.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import { Panel } from './panel.tsx';
import { useSaferPlayText } from './words/safer-play-text.ts';

/** Turns the question before large spends on and off. It is stored in this browser, unlike the other rules. */
export function SpendingPanel() {
  const { spending: t } = useSaferPlayText();
  const isOn = usePreferences((preferences) => preferences.confirmsLargeSpends);
  return (
    <Panel id="spending" title={t.title} text={t.text}>
      <label className="flex min-h-11 w-fit cursor-pointer items-center gap-3">
        <Checkbox checked={isOn} onChange={(event) => setPreference({ confirmsLargeSpends: event.target.checked })} />
        {t.label}
      </label>
    </Panel>
  );
}
