import type { OwnedItem } from '@karat/contract/inventory';

type OwnedItemFields = Partial<Pick<OwnedItem, 'id' | 'price' | 'state'>> & { marketName?: string; rarity?: string };

/** An owned item as the server lists it. */
export function ownedItem({ id = 1, price = 900, state = 'OWNED', ...fields }: OwnedItemFields = {}): OwnedItem {
  const { marketName = `AK-47 | Neon Hive ${id} (Factory New)`, rarity = 'Covert' } = fields;
  return {
    id,
    state,
    price,
    createdAt: '2026-03-03T12:00:00.000Z',
    parentItem: 100 + id,
    parentItemDetails: {
      id: 100 + id,
      market_hash_name: marketName,
      image: `/img/skin/${id}-256.webp`,
      skinRarity: rarity,
      skinExterior: 'Factory New',
      weaponType: 'Rifle',
      price,
    },
  };
}
