export type CommandKind = 'plain' | 'dangerous' | 'refused' | 'unreadable';

const COMMAND_BYTES_MAX = 256;

/** What chains commands, or what no person types: a console reads on after it. */
const UNREADABLE =
  /[;`\u0000-\u001F\u007F-\u009F\u2028\u2029]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

/** Consoles read a command in quotes as well, and end its name at the first sign of another kind. */
const NAME = /^"?\s*[+-]?([a-z0-9_]+)/;

const REFUSED = new RegExp(
  `^(?:${[
    // Ends the server.
    'quit|exit|_?restart|killserver|(?:sv_)?shutdown|crash|disconnect',
    // Runs other commands, so that nobody could say what was run.
    String.raw`exec\w*|alias|bind\w*|unbind\w*|cmd|script\w*|ent_\w+|(?:css|sm)_(?:rcon|execcfg|cexec|fexec)`,
    // Loads code.
    String.raw`plugin\w*|meta|sm|css_plugins`,
    // Shows every setting, or sends the log elsewhere: the keys of matches stand in both.
    String.raw`cvarlist|find|differences|condump|con_logfile|logaddress\w*`,
    String.raw`(?:matchzy|get5)_(?:remote_log|demo_upload|remote_backup)\w*`,
  ].join('|')})$`,
);

/** Wherever it stands: the log of staff keeps commands for ever, and answers show what was asked for. */
const SECRET = /rcon|password|secret|token|steamaccount|header|authorization|bearer|sv_cheats/;

/** What may change a match that is being played, or who plays it. */
const DANGEROUS = new RegExp(
  `^(?:${[
    String.raw`(?:css|sm|get5|matchzy|mp|bot|tv|ds|sandbox)_\w+`,
    String.raw`map|mapgroup|changelevel\w*|nextlevel|host_workshop\w*|host_map`,
    String.raw`kick\w*|ban\w*|add(?:ip|id)|remove(?:ip|id)|kill\w*|endround|toggle|incrementvar|multvar`,
  ].join('|')})$`,
);

const READING = /^(?:get5_status|get5_web_available|(?:matchzy|get5)_listbackups)$/;

/** Settings that are read without an argument and changed by one. */
const SETTING = /^(?:sv|host|game)_\w+$/;

/** The name of a command in small letters, fit for a log; empty where it has none. */
export function commandName(command: string): string {
  return NAME.exec(command.trim().toLowerCase())?.[1] ?? '';
}

/** What staff may send: as it is, after confirming it, or not at all. */
export function kindOfCommand(command: string): CommandKind {
  if (UNREADABLE.test(command) || Buffer.byteLength(command) > COMMAND_BYTES_MAX) return 'unreadable';
  const name = commandName(command);
  const text = command.toLowerCase().replaceAll('"', '');
  if (name === '' || REFUSED.test(name) || SECRET.test(text)) return 'refused';
  if (READING.test(name)) return 'plain';
  const isChange = SETTING.test(name) && text.trim() !== name;
  return isChange || DANGEROUS.test(name) ? 'dangerous' : 'plain';
}
