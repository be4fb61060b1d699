import { describe, expect, test } from 'vitest';
import { parseStatus } from './status.ts';

const CS2 = `Server:  Running [172.17.0.13:27016]
Client:  Disconnected
----- Status -----
@ Current  :  game
source   : console
hostname : Karat | Istanbul #1
spawn    : 12
version  : 1.41.7.4/14174 10847 secure  public
steamid  : [G:1:13064182] (85568392933103606)
udp/ip   : 172.17.0.13:27016 (public 203.0.113.177:27016)
os/type  : Linux dedicated
sourcetv[0] : 0.0.0.0:27020 (public 203.0.113.177:27020) delay 30.0s
players  : 2 humans, 1 bots (0 max) (not hibernating) (unreserved)
---------spawngroups----
loaded spawngroup(  1)  : SV:  [1: de_nuke | main lump | mapload]
loaded spawngroup(  2)  : SV:  [2: prefabs/misc/team_select | main lump | mapload | point_prefab]
---------players--------
  id     time ping loss      state   rate adr name
65535 [NoChan]    0    0 challenging      0unknown ''
65535 [NoChan]    0    0   reserved      0127.190.6.117:49721 ''
    1      BOT    0    0     active      0 'Rezan'
[MatchZy] somebody is not ready
    2    00:43   24    0     active 786432 203.0.113.7:62135 'Xyloto'Ghost'
    5  1:02:03   18    0   spawning 1000000 192.0.2.44:27005 '<img src=x onerror=alert(1)>'
#end
`;

const CSGO = `hostname: Karat CS:GO
version : 1.35.1.1/13511 6211 secure
udp/ip  : 203.0.113.36:20000  (public ip: 203.0.113.36)
os      :  Linux
type    :  community dedicated
map     : de_cache
gotv[0]:  port 20001, delay 105.0s, rate 32.0
players : 1 humans, 1 bots (12/0 max) (not hibernating)

# userid name uniqueid connected ping loss state rate adr
#45 "SourceTV" BOT active 32
#46 2 "testing "acc"" STEAM_1:1:15805829 39:44 40 0 active 80000 198.51.100.251:17832
#end
`;

const cs2Players = [
  { type: 'BOT', name: 'Rezan', state: 'active' },
  { type: 'HUMAN', name: "Xyloto'Ghost", state: 'active' },
  { type: 'HUMAN', name: '<img src=x onerror=alert(1)>', state: 'spawning' },
];

test('parses name, address, map and players of a CS2 server', () => {
  expect(parseStatus(CS2)).toEqual({
    server: { hostname: 'Karat | Istanbul #1', public_ip: '203.0.113.177:27016', map: 'de_nuke' },
    players: cs2Players,
  });
});

test('parses name, address, map and players of a CS:GO server', () => {
  expect(parseStatus(CSGO)).toEqual({
    server: { hostname: 'Karat CS:GO', public_ip: '203.0.113.36', map: 'de_cache' },
    players: [
      { type: 'BOT', name: 'SourceTV', state: 'active' },
      { type: 'HUMAN', name: 'testing "acc"', state: 'active' },
    ],
  });
});

test.each([
  ['carriage returns', (text: string) => text.replaceAll('\n', '\r\n')],
  ['timestamps at the start of lines', (text: string) => text.replace(/^/gm, 'Nov 15 22:04:01:  ')],
])('ignores %s', (_, transform) => {
  expect(parseStatus(transform(CS2))).toEqual(parseStatus(CS2));
});

describe('the udp/ip line', () => {
  test.each([
    ['0.0.0.0:27015 (local: 192.168.1.10:27015) (public IP from Steam: 203.0.113.10)', '203.0.113.10'],
    ['203.0.113.5:27015', '203.0.113.5:27015'],
    ['', ''],
  ])('%j gives the address %j', (udpIp, address) => {
    const text = CS2.replace(/^udp\/ip.*$/m, `udp/ip   : ${udpIp}`);
    expect(parseStatus(text)?.server.public_ip).toBe(address);
  });
});

test('parses a status without players or map', () => {
  expect(parseStatus('hostname : quiet\n')).toEqual({
    server: { hostname: 'quiet', public_ip: '', map: '' },
    players: [],
  });
});

test.each(['', 'Unknown command "status"', 'say hostname : forged'])('returns undefined for %j', (answer) => {
  expect(parseStatus(answer)).toBeUndefined();
});
