import type { SwitchName } from '@karat/rules/switches';
import type * as z from 'zod/mini';
import type { RefusalCode } from './refusal.ts';

type Schema = z.ZodMiniType;

/** The declaration of an HTTP endpoint: the server mounts it, the browser calls it, the API page describes it. */
export type Endpoint = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  /** The path, with `:name` for each parameter. */
  readonly path: string;
  readonly summary: string;
  /** Marks a GET that changes something: it is protected like a POST, and a navigation to it does nothing. */
  readonly hasSideEffects?: true;
  /** Marks a GET with side effects to which browsers may navigate. */
  readonly navigable?: true;
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  readonly reply: Schema;
  /** The switch with which staff turn this call off. */
  readonly switch?: SwitchName;
  /** Whether everyone can make this call during maintenance, when all others are for staff only. */
  readonly worksInMaintenance?: true;
  /** Refusals of this call, besides those that follow from its method, its input and who may call it. */
  readonly refuses?: readonly RefusalCode[];
};

type In<S> = S extends Schema ? z.input<S> : undefined;
type Out<S> = S extends Schema ? z.output<S> : undefined;
type Parts = 'params' | 'query' | 'body';

/** The input of a call, before parsing. */
export type CallInput<E extends Endpoint> = { [Part in Parts & keyof E]: In<E[Part]> };

/** The input of a handler, after parsing. */
export type ParsedInput<E extends Endpoint> = { [Part in Parts & keyof E]: Out<E[Part]> };

export type Reply<E extends Endpoint> = z.output<E['reply']>;

/** Declares an endpoint with its literal types. */
export function endpoint<const E extends Endpoint>(value: E): E {
  return value;
}

/** The path of a call with its parameters filled in. */
export function fillPath(path: string, params: Readonly<Record<string, string | number>> = {}): string {
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${path} needs ${name}`);
    return encodeURIComponent(value);
  });
}
