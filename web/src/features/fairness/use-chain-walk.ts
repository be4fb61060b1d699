import type { ProvenRound } from '@karat/contract/roulette';
import { useEffect, useRef, useState } from 'react';
import { logError } from '#core/log.ts';
import { walkChain, walkToEnd } from './chain-walk.ts';

export type WalkState =
  | { readonly phase: 'idle' }
  | { readonly phase: 'running'; readonly steps: number }
  | { readonly phase: 'done'; readonly isEnd: boolean };

/** Follows the chain from a round to its published end: on request, with progress, aborted with the page. */
export function useChainWalk(round: ProvenRound) {
  const [state, setState] = useState<WalkState>({ phase: 'idle' });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const start = async () => {
    const controller = new AbortController();
    const { signal } = controller;
    running.current?.abort();
    running.current = controller;
    setState({ phase: 'running', steps: 0 });
    try {
      const onProgress = (steps: number) => setState({ phase: 'running', steps });
      const end = await walkChain(walkToEnd(round), { signal, onProgress });
      setState({ phase: 'done', isEnd: end === round.terminal });
    } catch (error) {
      if (signal.aborted) return;
      logError('Failed to follow the chain', error);
      setState({ phase: 'done', isEnd: false });
    }
  };
  const cancel = () => {
    running.current?.abort();
    setState({ phase: 'idle' });
  };
  return { state, start: () => void start(), cancel };
}
