import { create } from 'zustand';
import { onEvent, onConnect } from '#core/socket.ts';

/** `version` rises whenever the player's items may differ from what was last fetched. */
export const useInventory = create<{ readonly version: number }>(() => ({ version: 0 }));

export function invalidateInventory(): void {
  useInventory.setState(({ version }) => ({ version: version + 1 }));
}

onEvent('INVENTORY_CHANGED', invalidateInventory);
// With the first connection too: items may have changed between loading the page and connecting.
onConnect(invalidateInventory);
