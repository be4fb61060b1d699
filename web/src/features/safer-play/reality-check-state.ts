import type { Reply } from '@karat/contract/endpoint';
import type { RealityCheck, getRealityCheck } from '@karat/contract/safer-play';
import { create } from 'zustand';

/** The event: when the reality check is due. */
export type RealityCheckEvent = Pick<RealityCheck, 'dueAt'>;
/** The response: also the result of this period of play. */
export type RealityCheckReply = Reply<typeof getRealityCheck>['data'];

/** The response that opened the modal, which then need not fetch it again. */
export const useRealityCheckReply = create<{ check: RealityCheckReply | undefined }>(() => ({ check: undefined }));
