import { TICKET_MESSAGE_LENGTH_MAX, type Ticket, sendTicketMessage } from '@karat/contract/tickets';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import clsx from 'clsx';
import { CircleAlert, SendHorizontal } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useId, useState } from 'react';
import { ApiRefusal, call, isUnauthenticated } from '#core/api.ts';
import { useText } from '#i18n/i18n.ts';
import { textOfIssue } from '#i18n/refusals.ts';
import { Button } from '#ui/button.tsx';
import { showToast } from '#ui/toast.ts';
import { useDraft } from './drafts.ts';
import { LengthNote } from './length-note.tsx';
import { laterVersion } from './ticket-events.ts';
import { reasonOf, ticketQuery } from './queries.ts';
import { createTextKeys } from '#core/text-keys.ts';
import { useTicketsText } from './words/tickets-text.ts';

const TOO_LONG = 'Message must be at most 4000 characters.';

/** The input of an answer. Enter breaks the line, so that nothing is sent by accident. */
export function AnswerBox({ ticket }: { ticket: Ticket }) {
  const t = useText();
  const words = useTicketsText();
  const id = useId();
  const [text, setText] = useDraft(`ticket:${ticket.id}`);
  const send = useSend(ticket.id, () => setText(''));
  const isTooLong = text.length > TICKET_MESSAGE_LENGTH_MAX;

  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (!send.isPending && !isTooLong) send.mutate(text);
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
    event.preventDefault();
    submit();
  };
  return (
    <form onSubmit={submit} className="shrink-0 border-t border-line p-3 sm:p-4">
      <textarea
        rows={2}
        value={text}
        readOnly={send.isPending}
        aria-label={words.write}
        aria-invalid={isTooLong}
        aria-describedby={isTooLong ? id : undefined}
        placeholder={words.write}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={handleKeyDown}
        className={clsx(
          'field-sizing-content block max-h-48 min-h-16 w-full resize-none rounded-md border bg-bg-1 px-3.5 py-2.5 text-base placeholder:text-fg-3 focus-visible:outline-offset-0 md:text-sm',
          isTooLong ? 'border-danger' : 'border-line-input',
        )}
      />
      <div className="mt-2.5 flex flex-wrap items-center justify-end gap-x-4 gap-y-2">
        <p className="mr-auto hidden text-xs text-fg-3 pointer-fine:block">{words.sendKeys(commandKey())}</p>
        {isTooLong && (
          <p id={id} className="flex gap-1.5 text-xs text-danger">
            <CircleAlert size={14} aria-hidden className="mt-px shrink-0" />
            {textOfIssue(t, TOO_LONG)}
          </p>
        )}
        <LengthNote length={text.length} max={TICKET_MESSAGE_LENGTH_MAX} />
        <Button
          type="submit"
          variant="primary"
          isPending={send.isPending}
          icon={<SendHorizontal size={18} aria-hidden />}
        >
          {words.send}
        </Button>
      </div>
    </form>
  );
}

function commandKey(): string {
  return /mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘' : 'Ctrl';
}

/** An unconfirmed message stays in the box; sent again, it is stored once. */
function useSend(id: number, onSent: () => void) {
  const t = useText();
  const queryClient = useQueryClient();
  const [keys] = useState(createTextKeys);
  const { queryKey } = ticketQuery(id);
  return useMutation({
    mutationFn: (message: string) =>
      call(
        sendTicketMessage,
        { params: { id: String(id) }, body: { message } },
        { idempotencyKey: keys.keyOf(message) },
      ),
    onSuccess: ({ data }) => {
      keys.clear();
      onSent();
      queryClient.setQueryData<Ticket>(queryKey, (known) => laterVersion(known, data));
    },
    onError: (error) => {
      if (isUnauthenticated(error)) return;
      showToast('error', reasonOf(t, error));
      if (error instanceof ApiRefusal) return queryClient.invalidateQueries({ queryKey });
    },
  });
}
