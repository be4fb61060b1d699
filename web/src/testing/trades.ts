import type { DepositableSkin, StaffOffer, TradeOffer, TradeStatus } from '@karat/contract/trades';

/** A skin on Steam, as the server lists it. */
export function platformSkin(id: number, overrides: Partial<DepositableSkin> = {}): DepositableSkin {
  const name = `P250 | Sand ${id}`;
  return {
    assetid: String(9_000 + id),
    classid: String(100 + id),
    name,
    market_hash_name: `${name} (Field-Tested)`,
    icon_url: `/img/skin/${id}-256.webp`,
    tradable: 1,
    balance_on_deposit: id,
    skinRarity: 'Mil-Spec',
    skinExterior: 'Field-Tested',
    weaponType: 'Pistol',
    ...overrides,
  };
}

export const tradeStatus: TradeStatus = {
  hasTradeUrl: true,
  tradeUrlHelp: 'https://karat.test/sandbox/help',
  suggestedTradeUrl: null,
  held: 0,
  heldUntil: null,
  holdDays: 8,
  isHeldPlayable: true,
  isFlagged: false,
  isSandbox: false,
  approvalAbove: 100_000,
};

/** A trade offer of one skin that has just been sent. */
export function exampleOffer(id: number, overrides: Partial<TradeOffer> = {}): TradeOffer {
  return {
    id,
    kind: 'deposit',
    state: 'SENT',
    code: `K7QX-${1_000 + id}`,
    offerUrl: `https://karat.test/sandbox/trade/${id}`,
    skins: [
      {
        market_hash_name: 'P250 | Sand 1 (Field-Tested)',
        image: '/img/skin/1-256.webp',
        skinRarity: 'Mil-Spec',
        value: 115,
      },
    ],
    amount: 115,
    heldUntil: null,
    reason: null,
    createdAt: '2026-03-03T12:00:00.000Z',
    updatedAt: '2026-03-03T12:00:01.000Z',
    events: [
      { event: 'created', createdAt: '2026-03-03T12:00:00.000Z' },
      { event: 'sent', createdAt: '2026-03-03T12:00:01.000Z' },
    ],
    ...overrides,
  };
}

/** An offer after one more event. */
export function offerAfter(offer: TradeOffer, event: string, overrides: Partial<TradeOffer>): TradeOffer {
  const at = '2026-03-03T12:05:00.000Z';
  return { ...offer, updatedAt: at, events: [...offer.events, { event, createdAt: at }], ...overrides };
}

export function offersReply(data: readonly TradeOffer[], overrides: Partial<TradeStatus> = {}) {
  const pagination = { totalResults: data.length, resultsPerPage: 8, currentPage: 1 };
  return { body: { data, pagination, standing: { ...tradeStatus, ...overrides } } };
}

export function staffOffer(id: number, overrides: Partial<StaffOffer> = {}): StaffOffer {
  const player = { id: 7, username: 'kaan_tr', isSandbox: false, steamId: '76561199800000007', isFlagged: false };
  return { ...exampleOffer(id), player, platformId: String(5_000 + id), attempts: 1, ...overrides };
}
