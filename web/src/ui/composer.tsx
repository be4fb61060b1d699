import { CHAT_LENGTH_MAX } from '@karat/rules/chat';
import clsx from 'clsx';
import { SendHorizontal } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, type RefObject, useId } from 'react';
import { useText } from '#i18n/i18n.ts';

/** Half of a surrogate pair that the length limit has cut in two. */
const LONE_SURROGATE = /[\uD800-\uDBFF]$/;

type ComposerProps = {
  value: string;
  onChange: (value: string) => void;
  /** Called with a trimmed message that is not empty. The input is cleared afterwards. */
  onSend: (message: string) => void;
  /** Id of the element that says why the input is disabled. If it is given, input and button are disabled. */
  disabledReasonId?: string;
  /** Text can be entered, but not sent yet. */
  isHeld?: boolean;
  /** A hint about sending; the warning about the length replaces it. */
  note?: string | undefined;
  inputRef?: RefObject<HTMLTextAreaElement | null>;
};

/** An input for messages: Enter sends, Shift+Enter inserts a line break, and Enter during an IME composition does nothing. */
export function Composer(props: ComposerProps) {
  const { value, onChange, onSend, disabledReasonId, isHeld = false, inputRef } = props;
  const t = useText();
  const id = useId();
  const isDisabled = disabledReasonId !== undefined;
  const isAtMaximum = value.length >= CHAT_LENGTH_MAX;
  const note = isAtMaximum ? t.chat.atMaximum : props.note;

  const send = () => {
    const message = value.trim();
    if (isDisabled || isHeld || message === '') return;
    onSend(message);
    onChange('');
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  const sendOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || event.keyCode === 229) return;
    event.preventDefault();
    send();
  };
  return (
    <form onSubmit={submit}>
      <div className="flex items-end gap-2">
        <textarea
          ref={inputRef}
          rows={1}
          value={value}
          maxLength={CHAT_LENGTH_MAX}
          disabled={isDisabled}
          aria-label={t.chat.placeholder}
          aria-describedby={disabledReasonId ?? (note === undefined ? undefined : id)}
          placeholder={t.chat.placeholder}
          enterKeyHint="send"
          onChange={(event) => onChange(event.target.value.slice(0, CHAT_LENGTH_MAX).replace(LONE_SURROGATE, ''))}
          onKeyDown={sendOnEnter}
          className="field-sizing-content max-h-32 min-h-11 grow resize-none rounded-md border border-line-input bg-bg-3/70 px-3.5 py-2.5 text-base leading-6 placeholder:text-fg-3 focus-visible:outline-offset-0 disabled:cursor-not-allowed disabled:border-line disabled:bg-bg-2 md:text-sm md:leading-6"
        />
        <button
          type="submit"
          aria-label={t.chat.send}
          disabled={isDisabled || isHeld}
          className="motion-press grid size-11 shrink-0 place-items-center rounded-md bg-primary text-on-primary transition-[filter] duration-140 hover:brightness-110 disabled:cursor-not-allowed disabled:bg-bg-3 disabled:text-fg-3"
        >
          <SendHorizontal size={18} aria-hidden />
        </button>
      </div>
      <p
        id={id}
        role="status"
        className={clsx('text-xs', isAtMaximum ? 'text-warn' : 'text-fg-3', note !== undefined && 'mt-2')}
      >
        {note}
      </p>
    </form>
  );
}
