import type { Endpoint } from '@karat/contract/endpoint';
import * as z from 'zod';

export type JsonSchema = {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly [key: string]: unknown;
};

/** A schema of the contract as JSON Schema, for input or for output. */
export function jsonSchemaOf(
  schema: Endpoint['reply'],
  io: 'input' | 'output',
  target: 'draft-2020-12' | 'draft-7' = 'draft-2020-12',
): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target });
  return rest as JsonSchema;
}
