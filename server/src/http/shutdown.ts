type Phase = 'serving' | 'draining' | 'closing';

/**
 * The progress of a shutdown. While draining, the process is not ready but serves every call, so that a load balancer can take
 * it out first; while closing, it refuses new calls.
 */
export type Shutdown = { readonly phase: () => Phase; startDraining(): void; startClosing(): void };

export function createShutdown(): Shutdown {
  let phase: Phase = 'serving';
  return {
    phase: () => phase,
    startDraining() {
      if (phase === 'serving') phase = 'draining';
    },
    startClosing() {
      phase = 'closing';
    },
  };
}
