/** Sent commands, oldest first; the selected one, counted from the newest; and the text typed before. */
export type CommandHistory = { readonly sent: readonly string[]; readonly back: number; readonly typed: string };

export const emptyHistory: CommandHistory = { sent: [], back: 0, typed: '' };

const COMMANDS_STORED_MAX = 100;

/** Appends a command, but not the same one twice in a row. */
export function withSent({ sent }: CommandHistory, command: string): CommandHistory {
  const history = sent.at(-1) === command ? sent : [...sent, command].slice(-COMMANDS_STORED_MAX);
  return { sent: history, back: 0, typed: '' };
}

/** Moves one step to older commands, or back to the typed text. */
export function olderCommand(
  history: CommandHistory,
  text: string,
  step: 1 | -1,
): { history: CommandHistory; text: string } {
  const { sent, back } = history;
  const typed = back === 0 ? text : history.typed;
  const next = Math.min(sent.length, Math.max(0, back + step));
  return { history: { sent, back: next, typed }, text: next === 0 ? typed : sent.at(-next)! };
}
