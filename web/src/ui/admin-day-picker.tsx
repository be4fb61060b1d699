import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useStaffText } from '#i18n/staff/staff-text.ts';
import { Button } from './button.tsx';
import { addDays, isDay } from './days.ts';
import { IconButton } from './icon-button.tsx';

type DayPickerProps = { date: string; today: string; onChoose: (date: string) => void };

/** A date input with buttons for the previous and next day. Days after today cannot be chosen. */
export function DayPicker({ date, today, onChoose }: DayPickerProps) {
  const { days } = useStaffText();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [first] = useState(date);
  // Uncontrolled, because an incomplete date is not a day yet and must not be overwritten while the user types.
  useEffect(() => {
    const write = () => {
      if (input.current && input.current.value !== date) input.current.value = date;
    };
    write();
    // Back, pressed before the page has followed, leads to the day that is already shown.
    window.addEventListener('popstate', write);
    return () => window.removeEventListener('popstate', write);
  }, [date]);
  const choose = (next: string) => {
    // The buttons that lead to today are disabled or gone then, so the focus moves to the input.
    if (next === today) input.current?.focus();
    onChoose(next);
  };
  return (
    <div className="flex items-center gap-2">
      <IconButton label={days.previousDay} onClick={() => onChoose(addDays(date, -1))}>
        <ChevronLeft size={18} aria-hidden />
      </IconButton>
      <label htmlFor={id} className="sr-only">
        {days.day}
      </label>
      <input
        ref={input}
        id={id}
        type="date"
        defaultValue={first}
        max={today}
        onChange={({ target }) => isDay(target.value) && target.value <= today && onChoose(target.value)}
        className="h-11 min-w-0 grow rounded-md border border-line-input bg-bg-1 px-3 text-base tabular-nums focus-visible:outline-offset-0 sm:grow-0 md:h-10 md:text-sm"
      />
      <IconButton label={days.nextDay} disabled={date >= today} onClick={() => choose(addDays(date, 1))}>
        <ChevronRight size={18} aria-hidden />
      </IconButton>
      {date !== today && (
        <Button variant="quiet" onClick={() => choose(today)}>
          {days.today}
        </Button>
      )}
    </div>
  );
}
