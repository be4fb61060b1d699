import { type GameServer, COMMAND_LENGTH_MAX } from '@karat/contract/servers';
import { useMutation } from '@tanstack/react-query';
import { SendHorizontal } from 'lucide-react';
import { type KeyboardEvent, type SubmitEvent, useState } from 'react';
import { ApiRefusal } from '#core/api.ts';
import { useText } from '#i18n/i18n.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { ModalButtons } from '#ui/modal-buttons.tsx';
import { Modal } from '#ui/modal.tsx';
import { errorText } from '#ui/error-text.ts';
import { showToast } from '#ui/toast.ts';
import { type CommandHistory, emptyHistory, olderCommand, withCommand } from './admin-command-history.ts';
import { type Command, send } from './admin-queries.ts';
import { useAdminText } from './words/admin-text.ts';

/** A command, its server, and the output; if it failed, the reason. */
type Exchange = { key: number; address: string; cmd: string; text: string; isDone: boolean };

const EXCHANGES_MAX = 50;

type CommandToConfirm = Pick<Command, 'serverId' | 'cmd'> & { address: string };

/** Sends commands to a server and shows its output. Dangerous commands need a confirmation. */
export function Console({ server }: { server: GameServer }) {
  const t = useText();
  const { servers } = useAdminText();
  const [exchanges, setExchanges] = useState<readonly Exchange[]>([]);
  const [toConfirm, setToConfirm] = useState<CommandToConfirm>();
  const addExchange = ({ address, cmd }: CommandToConfirm, text: string, isDone: boolean) =>
    setExchanges((known) => {
      const key = (known.at(-1)?.key ?? 0) + 1;
      return [...known, { key, address, cmd, text, isDone }].slice(-EXCHANGES_MAX);
    });
  const sending = useMutation({
    mutationFn: ({ serverId, cmd, isConfirmed }: CommandToConfirm & { isConfirmed: boolean }) =>
      send({ serverId, cmd, isConfirmed }),
    onSuccess: (answer, command) => {
      setToConfirm(undefined);
      addExchange(command, answer, true);
      showToast('success', servers.executed);
    },
    onError: (error, { isConfirmed, ...command }) => {
      if (!isConfirmed && error instanceof ApiRefusal && error.code === 'command_unconfirmed') {
        setToConfirm(command);
        return;
      }
      setToConfirm(undefined);
      const reason = errorText(t, error);
      if (reason === undefined) return;
      addExchange(command, reason, false);
      showToast('error', reason);
    },
  });
  const submit = (cmd: string) =>
    sending.mutate({ serverId: server.id, address: server.address, cmd, isConfirmed: false });
  return (
    <section aria-labelledby="console" className="flex min-w-0 flex-col gap-4 surface p-4 md:p-5">
      <h2 id="console" className="font-display text-h2 font-bold">
        {servers.console}
      </h2>
      <Exchanges exchanges={exchanges} />
      <CommandForm isPending={sending.isPending} onSend={submit} />
      <ConfirmModal
        toConfirm={toConfirm}
        isPending={sending.isPending}
        onClose={() => setToConfirm(undefined)}
        onConfirm={(command) => sending.mutate({ ...command, isConfirmed: true })}
      />
    </section>
  );
}

function Exchanges({ exchanges }: { exchanges: readonly Exchange[] }) {
  const { servers } = useAdminText();
  return (
    <div
      role="log"
      aria-label={servers.answers}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable by keyboard
      tabIndex={0}
      className="flex max-h-96 min-h-40 flex-col-reverse overflow-y-auto rounded-md bg-bg-0 p-3"
    >
      <ol className="space-y-3 font-mono text-xs">
        {exchanges.map(({ key, address, cmd, text, isDone }) => (
          <li key={key}>
            <p className="wrap-anywhere text-primary">
              <span className="text-fg-3">{address} </span>
              {'> '}
              {cmd}
            </p>
            <p className={`mt-1 wrap-anywhere whitespace-pre-wrap ${isDone ? 'text-fg-2' : 'text-danger'}`}>
              {text === '' ? servers.wordless : text}
            </p>
          </li>
        ))}
      </ol>
    </div>
  );
}

function CommandForm({ isPending, onSend }: { isPending: boolean; onSend: (cmd: string) => void }) {
  const { servers } = useAdminText();
  const [text, setText] = useState('');
  const [history, setHistory] = useState<CommandHistory>(emptyHistory);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const cmd = text.trim();
    if (isPending || cmd === '') return;
    setHistory(withCommand(history, cmd));
    setText('');
    onSend(cmd);
  };
  const browse = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    const next = olderCommand(history, text, event.key === 'ArrowUp' ? 1 : -1);
    setHistory(next.history);
    setText(next.text);
  };
  return (
    <form noValidate autoComplete="off" onSubmit={submit} className="flex items-start gap-3">
      <Field
        label={servers.command}
        hint={servers.commandHint}
        value={text}
        maxLength={COMMAND_LENGTH_MAX}
        spellCheck={false}
        autoCapitalize="off"
        onChange={(event) => setText(event.target.value)}
        onKeyDown={browse}
        className="min-w-0 grow"
      />
      <Button
        type="submit"
        variant="primary"
        className="mt-6.5 md:h-11"
        isPending={isPending}
        icon={<SendHorizontal size={18} aria-hidden />}
      >
        {servers.send}
      </Button>
    </form>
  );
}

type ConfirmModalProps = {
  toConfirm: CommandToConfirm | undefined;
  isPending: boolean;
  onClose: () => void;
  onConfirm: (toConfirm: CommandToConfirm) => void;
};

function ConfirmModal({ toConfirm, isPending, onClose, onConfirm }: ConfirmModalProps) {
  const { servers } = useAdminText();
  return (
    <Modal
      isOpen={toConfirm !== undefined}
      onClose={onClose}
      title={servers.confirmTitle}
      text={servers.confirmText(toConfirm?.address ?? '')}
    >
      <p className="mb-5 rounded-md bg-bg-2 px-3 py-2.5 font-mono text-card wrap-anywhere">{toConfirm?.cmd}</p>
      <ModalButtons
        onCancel={onClose}
        variant="danger"
        isPending={isPending}
        onConfirm={() => toConfirm && onConfirm(toConfirm)}
      >
        {servers.confirm}
      </ModalButtons>
    </Modal>
  );
}
