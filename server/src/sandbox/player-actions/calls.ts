import type { CallInput, Endpoint, Reply } from '@karat/contract/endpoint';
import type { Failure } from '@karat/contract/refusal';
import type { Caller, Options } from './api-request.ts';

export type CallResult<E extends Endpoint> =
  | { readonly isDone: true; readonly reply: Reply<E> }
  | { readonly isDone: false; readonly code: Failure['code'] };

/** Makes the calls of the site, as the web app does. */
export type Calls = {
  call<E extends Endpoint>(
    caller: Caller,
    endpoint: E,
    input?: CallInput<E>,
    options?: Options,
  ): Promise<CallResult<E>>;
};

/** A player that a program controls. */
export type ProgramPlayer = Caller & { readonly id: number; newKey(): string };
