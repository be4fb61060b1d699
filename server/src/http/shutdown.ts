type Phase = 'serving' | 'draining' | 'closing';

/**
 * How far the process is on its way to its end. While it drains it is not ready but serves every call, so that a balancer can
 * take it out first; while it closes it refuses new calls.
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
