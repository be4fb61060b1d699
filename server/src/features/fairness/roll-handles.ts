import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';
import type { Seal } from '#seal.ts';

/** One AES block: the id of the roll, and zeros that show whether the handle is genuine. */
const BLOCK_BYTES = 16;
const HANDLE = /^[\w-]{22}$/;

export type RollHandles = {
  /** The handle of a roll's page. It cannot be derived from the id. */
  pageHandleOf(id: number): string;
  /** The id behind the handle of a page; undefined if the handle is invalid. */
  idOf(handle: string): number | undefined;
  /** The handle of a roll in the public list of its case. It is not an address and reveals nothing about other rolls. */
  listHandleOf(id: number): string;
};

/** Handles of rolls that cannot be linked with each other or with ids. They stay the same as long as SECRET does. */
export function createRollHandles(seal: Pick<Seal, 'keyFor'>): RollHandles {
  const [pageKey, listKey] = [seal.keyFor('roll-page'), seal.keyFor('roll-list')];
  return {
    pageHandleOf(id) {
      const block = Buffer.alloc(BLOCK_BYTES);
      block.writeBigUInt64BE(BigInt(id));
      const cipher = createCipheriv('aes-256-ecb', pageKey, null).setAutoPadding(false);
      return Buffer.concat([cipher.update(block), cipher.final()]).toString('base64url');
    },
    idOf(handle) {
      const bytes = HANDLE.test(handle) ? Buffer.from(handle, 'base64url') : undefined;
      if (bytes?.length !== BLOCK_BYTES) return undefined;
      const decipher = createDecipheriv('aes-256-ecb', pageKey, null).setAutoPadding(false);
      const block = Buffer.concat([decipher.update(bytes), decipher.final()]);
      const id = block.readBigUInt64BE(0);
      const isOurs = block.readBigUInt64BE(BLOCK_BYTES / 2) === 0n && id <= BigInt(Number.MAX_SAFE_INTEGER);
      return isOurs ? Number(id) : undefined;
    },
    listHandleOf: (id) =>
      createHmac('sha256', listKey).update(String(id)).digest().subarray(0, BLOCK_BYTES).toString('base64url'),
  };
}
