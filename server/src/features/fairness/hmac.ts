import type { Hmac } from '@karat/rules/fairness';
import { createHmac } from 'node:crypto';

/** The platform's HMAC-SHA256 for the hot path; a test holds it against the one that is written out in the rules. */
export const nodeHmac: Hmac = (key, message) => createHmac('sha256', key).update(message).digest();
