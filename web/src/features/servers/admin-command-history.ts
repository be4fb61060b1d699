/** Sent commands, oldest first; the selected one, counted from the newest; and the text typed before. */
export type CommandHistory = { readonly commands: readonly string[]; readonly back: number; readonly typed: string };

export const emptyHistory: CommandHistory = { commands: [], back: 0, typed: '' };

const COMMANDS_STORED_MAX = 100;

/** Appends a command, but not the same one twice in a row. */
export function withCommand({ commands }: CommandHistory, command: string): CommandHistory {
  const history = commands.at(-1) === command ? commands : [...commands, command].slice(-COMMANDS_STORED_MAX);
  return { commands: history, back: 0, typed: '' };
}

/** Moves one step to older commands, or back to the typed text. */
export function olderCommand(
  history: CommandHistory,
  text: string,
  step: 1 | -1,
): { history: CommandHistory; text: string } {
  const { commands, back } = history;
  const typed = back === 0 ? text : history.typed;
  const next = Math.min(commands.length, Math.max(0, back + step));
  return { history: { commands, back: next, typed }, text: next === 0 ? typed : commands.at(-next)! };
}
