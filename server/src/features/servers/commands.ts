export type CommandKind = 'plain' | 'dangerous' | 'refused' | 'unreadable';

const COMMAND_BYTES_MAX = 256;

/** Characters that chain commands or that no person types; a console may interpret what follows. */
const UNREADABLE =
  /[;`\u0000-\u001F\u007F-\u009F\u2028\u2029]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

/** Consoles also accept a quoted command, and end its name at the first other character. */
const NAME = /^"?\s*[+-]?([a-z0-9_]+)/;

const REFUSED = new RegExp(
  `^(?:${[
    // Stops the server.
    'quit|exit|_?restart|killserver|(?:sv_)?shutdown|crash|disconnect',
    // Runs other commands, which the log would not show.
    String.raw`exec\w*|alias|bind\w*|unbind\w*|cmd|script\w*|ent_\w+|(?:css|sm)_(?:rcon|execcfg|cexec|fexec)`,
    // Loads code.
    String.raw`plugin\w*|meta|sm|css_plugins`,
    // Lists all settings or redirects the log, both of which contain match keys.
    String.raw`cvarlist|find|differences|condump|con_logfile|logaddress\w*`,
    String.raw`(?:matchzy|get5)_(?:remote_log|demo_upload|remote_backup)\w*`,
  ].join('|')})$`,
);

/** Matched anywhere in the command, because the staff log keeps commands forever, and replies show values. */
const SECRET = /rcon|password|secret|token|steamaccount|header|authorization|bearer|sv_cheats/;

/** Commands that may change a running match or its players. */
const DANGEROUS = new RegExp(
  `^(?:${[
    String.raw`(?:css|sm|get5|matchzy|mp|bot|tv|ds|sandbox)_\w+`,
    String.raw`map|mapgroup|changelevel\w*|nextlevel|host_workshop\w*|host_map`,
    String.raw`kick\w*|ban\w*|add(?:ip|id)|remove(?:ip|id)|kill\w*|endround|toggle|incrementvar|multvar`,
  ].join('|')})$`,
);

const READ_ONLY = /^(?:get5_status|get5_web_available|(?:matchzy|get5)_listbackups)$/;

/** Settings: without an argument a read, with one a change. */
const SETTING = /^(?:sv|host|game)_\w+$/;

/** The command's name in lower case, safe for a log; empty if it has none. */
export function commandName(command: string): string {
  return NAME.exec(command.trim().toLowerCase())?.[1] ?? '';
}

/** Whether staff may send a command: directly, after confirmation, or not at all. */
export function kindOfCommand(command: string): CommandKind {
  if (UNREADABLE.test(command) || Buffer.byteLength(command) > COMMAND_BYTES_MAX) return 'unreadable';
  const name = commandName(command);
  const text = command.toLowerCase().replaceAll('"', '');
  if (name === '' || REFUSED.test(name) || SECRET.test(text)) return 'refused';
  if (READ_ONLY.test(name)) return 'plain';
  const isChange = SETTING.test(name) && text.trim() !== name;
  return isChange || DANGEROUS.test(name) ? 'dangerous' : 'plain';
}
