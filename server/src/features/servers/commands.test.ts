import { describe, expect, test } from 'vitest';
import { commandName, kindOfCommand } from './commands.ts';

const bytes256 = `say ${'ş'.repeat(126)}`;

describe.each([
  [
    'plain',
    ['status', '  STATUS ', 'say merhaba çocuklar', 'say "quit now"', 'get5_status', 'get5_web_available', 'users'],
  ],
  ['plain', ['matchzy_listbackups 7', 'sv_gravity', 'echo {1}', 'hostname Karat', bytes256]],
  ['dangerous', ['css_endmatch', 'get5_endmatch', 'css_restart', 'sm_pause', 'MP_RestartGame 1', 'mp_warmup_end']],
  ['dangerous', ['changelevel de_nuke', 'map de_nuke', 'host_workshop_map 1', 'ds_workshop_changelevel x']],
  ['dangerous', ['kick eve', 'kickid 7', 'banid 5 7', '"kick" eve', 'sv_gravity 100', 'sv_gravity"100"', 'bot_kick']],
  ['dangerous', ['matchzy_loadmatch_url "https://karat.example/x"', 'matchzy_addplayer 7 team1 "x"', 'toggle mp_x']],
  ['refused', ['quit', 'QUIT', ' "quit" ', '" quit"', "quit'x", 'quit()', '+quit', 'exit', '_restart', 'killserver']],
  [
    'refused',
    ['exec server', 'execifexists x', 'alias a quit', 'cmd quit', 'sm_rcon quit', 'css_rcon quit', 'bind x quit'],
  ],
  ['refused', ['rcon_password x', 'rcon_password', 'help rcon_password', 'sv_rcon_whitelist_address 1', 'rcon "x"']],
  ['refused', ['sv_cheats 1', 'toggle sv_cheats', 'incrementvar "sv_cheats" 0 1 1', 'sv_ch"eats" 1']],
  [
    'refused',
    ['sv_password', 'sv_password x', 'tv_password x', 'sv_logsecret 1', 'sv_setsteamaccount X', 'say my password'],
  ],
  ['refused', ['matchzy_remote_log_header_value', 'matchzy_remote_log_url x', 'get5_demo_upload_header_key x']],
  [
    'refused',
    ['matchzy_loadmatch_url "x" "Authorization" "Bearer y"', 'cvarlist', 'find log', 'logaddress_add 1.2.3.4'],
  ],
  [
    'refused',
    ['plugin_load x', 'plugin_unload_all', 'css_plugins list', 'meta list', 'sm plugins list', 'script_execute x'],
  ],
  ['refused', ['', '  ', '//quit', '""quit', '?', 'çık']],
  ['unreadable', ['status;quit', 'say a\nquit', 'say a\rquit', 'say \0', 'say `x`', 'say a\u2028b', 'say \u0085']],
  ['unreadable', [`${bytes256}x`, 'x'.repeat(257), 'say \uD800', 'say \uDC00x', 'say a\tb']],
])('%s', (kind, commands) => {
  test.each(commands)('%j', (command) => {
    expect(kindOfCommand(command)).toBe(kind);
  });
});

test('extracts the name of a command for the log', () => {
  expect(['QUIT now', ' "sv_password" x', '+jump', 'çık', '\0'].map(commandName)).toEqual([
    'quit',
    'sv_password',
    'jump',
    '',
    '',
  ]);
});
