import type { Reply } from '@karat/contract/endpoint';
import type { RealityCheck, getRealityCheck } from '@karat/contract/safer-play';
import { create } from 'zustand';

/** What the live channel tells: when the reminder is due. */
export type HeardCheck = Pick<RealityCheck, 'dueAt'>;
/** What the server answers: also what this stretch of play has brought. */
export type ToldCheck = Reply<typeof getRealityCheck>['data'];

/** The answer that has opened the reminder: it need not ask for it again. */
export const useToldCheck = create<{ check: ToldCheck | undefined }>(() => ({ check: undefined }));
