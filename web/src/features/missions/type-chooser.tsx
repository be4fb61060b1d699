import {
  MISSION_EVENTS,
  MISSION_PERIODS,
  type MissionEvent,
  type MissionPeriod,
  missionTypeText,
  parseMissionType,
} from '@karat/rules/missions';
import { useState } from 'react';
import { useText } from '#i18n/i18n.ts';
import { textOfIssue } from '#i18n/refusals.ts';
import { Field } from '#ui/field.tsx';
import { RadioCards } from '#ui/radio-cards.tsx';
import { CaseChooser } from './case-chooser.tsx';
import { useAdminText } from './words/admin-text.ts';

type Choice = { event: MissionEvent | 'other' | undefined; period: MissionPeriod; caseName: string; other: string };

/** Any other text is a valid type too, but nothing counts it. */
function choiceOf(type: string): Choice {
  const none = { period: 'once', caseName: '', other: '' } as const;
  const parsed = parseMissionType(type);
  if (parsed) return { ...none, ...parsed, caseName: parsed.caseName ?? '' };
  return { ...none, event: type === '' ? undefined : 'other', other: type };
}

/** The stored form of the type; empty until the choice is complete. */
function textOf({ event, period, caseName, other }: Choice): string {
  if (event === undefined) return '';
  if (event === 'other') return other;
  if (event !== 'open_case') return missionTypeText({ event, period, caseName: undefined });
  return caseName.trim() === '' ? '' : missionTypeText({ event, period, caseName: caseName.trim() });
}

type TypeChooserProps = { type: string; error: string | undefined; onChange: (type: string) => void };

/** Chooses what a mission counts and how often it can be done, or takes a typed type. */
export function TypeChooser({ type, error, onChange }: TypeChooserProps) {
  const t = useText();
  const words = useAdminText();
  const [choice, setChoice] = useState(() => choiceOf(type));
  const change = (part: Partial<Choice>) => {
    const next = { ...choice, ...part };
    setChoice(next);
    onChange(textOf(next));
  };
  const { events, periods } = words.missions;
  return (
    <div className="space-y-4">
      <RadioCards
        label={words.missions.type}
        name="event"
        cards={[...MISSION_EVENTS, 'other' as const].map((value) => ({ value, label: events[value] }))}
        value={choice.event}
        onChoose={(event) => change({ event })}
        error={error === undefined ? undefined : textOfIssue(t, error)}
      />
      {choice.event === 'open_case' && (
        <CaseChooser name={choice.caseName} onChange={(caseName) => change({ caseName })} />
      )}
      {choice.event === 'other' ? (
        <Field
          label={events.other}
          value={choice.other}
          onChange={(event) => change({ other: event.target.value })}
          hint={words.missions.otherHint}
        />
      ) : (
        <RadioCards
          label={words.missions.period}
          name="period"
          cards={MISSION_PERIODS.map((value) => ({ value, label: periods[value] }))}
          value={choice.period}
          onChoose={(period) => change({ period })}
          columns={3}
        />
      )}
    </div>
  );
}
