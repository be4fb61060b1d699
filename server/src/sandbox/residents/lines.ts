import type { ResidentLanguage } from './names.ts';

/** What a line is about. A line about an event is written only after the event. */
export const TOPICS = ['ownDrop', 'otherDrop', 'round', 'streak', 'room', 'listing', 'greeting', 'talk'] as const;
export type Topic = (typeof TOPICS)[number];

/**
 * Chat lines, about games and skins. None claims what did not happen, gives advice about diamonds or invites to bet. `{item}`,
 * `{player}`, `{color}`, `{count}` and `{map}` are filled in.
 */
export const LINES: Readonly<Record<ResidentLanguage, Readonly<Record<Topic, readonly string[]>>>> = {
  tr: {
    ownDrop: [
      '{item} düştü, fena değil',
      'bugünün kasası: {item}',
      '{item} geldi, envantere ekledim',
      'bu kasadan {item} beklemiyordum',
      '{item} elimde güzel durdu',
      '{item} çıktı, rengi ekranda daha güzelmiş',
    ],
    otherDrop: [
      'tebrikler {player}, {item} güzelmiş',
      '{player} yine şanslı: {item}',
      '{player}, {item} güzel düşmüş',
      'akışta {item} gördüm, güzelmiş',
      '{player} {item} çıkardı, gördünüz mü?',
    ],
    round: [
      'çark {color} dedi',
      'son tur {color}',
      '{color} geldi, ben bu tur izliyorum',
      '{color}... çarkı izlemek bile güzel',
      'bu turu {color} kapattı',
    ],
    streak: [
      '{count} turdur {color}',
      '{color} {count} kere üst üste, ilginç',
      'üst üste {count} {color}, çarkın hafızası yok tabii',
    ],
    room: [
      '{map} odam açık, bekliyorum',
      '{map} için rakip arıyorum',
      'biri gelsin de {map} oynayalım',
      '{map} odası açtım, hoş geldiniz',
    ],
    listing: ['{item} pazarda artık', '{item} koydum pazara, bakan olursa', 'pazarda {item} gördüyseniz benimdir'],
    greeting: ['selam', 'herkese merhaba', 'selamlar', 'kolay gelsin', 'merhaba sohbet'],
    talk: [
      'awp_lego mu, aim_redline mı?',
      'en zor harita hangisi?',
      'en güzel kaplama hangisi sizce?',
      'bıçak mı, eldiven mi?',
      'oyunu ses kapalı oynayan var mı?',
      'tek mi oynamak güzel, takım mı?',
      'fare hassasiyetiniz kaç?',
      'desenli kaplama mı, sade mi?',
      'hangi şehirde oynuyorsunuz?',
      'pazarda en çok hangi kaplamaya bakıyorsunuz?',
    ],
  },
  en: {
    ownDrop: [
      'got {item}, not bad',
      "today's case: {item}",
      '{item} dropped, keeping it for now',
      'did not expect {item} from that case',
      '{item} looks good in the inventory',
      '{item}! the finish is nicer than the picture',
    ],
    otherDrop: [
      'congrats {player}, nice {item}',
      '{player} is on form today: {item}',
      '{item}? well done {player}',
      'saw {item} in the feed just now',
      'did you see {player} open {item}?',
    ],
    round: [
      '{color} this time',
      'the wheel went {color}',
      '{color}. I am only watching this one',
      'last round was {color}',
      '{color} closes that round',
    ],
    streak: [
      '{color} {count} times in a row',
      '{count} rounds of {color} now',
      '{count} times {color}, and the wheel still has no memory',
    ],
    room: [
      'my {map} room is open',
      'looking for an opponent on {map}',
      'waiting on {map} if anyone wants a duel',
      'opened a room on {map}, come in',
    ],
    listing: [
      'put {item} on the market',
      '{item} is on the market now',
      'if you see {item} on the market, that one is mine',
    ],
    greeting: ['hi all', 'hello everyone', 'hey chat', 'hello'],
    talk: [
      'awp_lego or aim_redline?',
      'which map is the hardest?',
      'which skin has the best finish?',
      'knife or gloves?',
      '1v1 or 2v2?',
      'does anyone else play without sound?',
      'what sensitivity do you use?',
      'plain finish or a loud one?',
      'which server location do you play on?',
      'which skin do you look for on the market?',
    ],
  },
};

/** The answer to a person who writes to a resident by name. */
export const PROGRAM_LINES: Readonly<Record<ResidentLanguage, string>> = {
  tr: 'Ben bir sandbox oyuncusuyum: insan değil, bir programım.',
  en: 'I am a sandbox player: a program, not a person.',
};

export const COLOR_NAMES = {
  tr: { red: 'kırmızı', green: 'yeşil', black: 'siyah' },
  en: { red: 'red', green: 'green', black: 'black' },
} as const;
