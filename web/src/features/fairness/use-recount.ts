import { fillPath } from '@karat/contract/endpoint';
import { CASE_ROLLS_CSV_PATH, type VersionOdds } from '@karat/contract/fairness';
import { useEffect, useRef, useState } from 'react';
import { logError } from '#core/log.ts';
import { type Recount, recount } from './recount.ts';
import { rollsOfCsv } from './rolls-csv.ts';

export const rollsCsvAddress = (caseName: string): string => fillPath(CASE_ROLLS_CSV_PATH, { caseName });

export type RecountState =
  | { readonly phase: 'idle' | 'failed' }
  | { readonly phase: 'running'; readonly rolls: number }
  | { readonly phase: 'done'; readonly result: Recount };

type Subject = { readonly caseName: string; readonly versions: readonly VersionOdds[] };

/** Recounts a case in this browser: on request, with progress, aborted with the page. */
export function useRecount({ caseName, versions }: Subject) {
  const [state, setState] = useState<RecountState>({ phase: 'idle' });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const start = async () => {
    const controller = new AbortController();
    const { signal } = controller;
    running.current?.abort();
    running.current = controller;
    setState({ phase: 'running', rolls: 0 });
    try {
      const body = await openCsv(caseName, signal);
      const onProgress = (rolls: number) => setState({ phase: 'running', rolls });
      const result = await recount(versions, rollsOfCsv(body), { signal, onProgress });
      setState({ phase: 'done', result });
    } catch (error) {
      if (signal.aborted) return;
      logError('Failed to recount the rolls', error);
      setState({ phase: 'failed' });
    }
  };
  const cancel = () => {
    running.current?.abort();
    setState({ phase: 'idle' });
  };
  return { state, start: () => void start(), cancel };
}

async function openCsv(caseName: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
  const response = await fetch(rollsCsvAddress(caseName), {
    headers: { Accept: 'text/csv' },
    credentials: 'same-origin',
    cache: 'no-store',
    signal,
  });
  if (!response.ok || response.body === null) throw new Error(`Download failed with status ${response.status}`);
  return response.body;
}
