import { enPasskey } from './en.ts';
import { mixedPasskey } from './mixed.ts';
import { trPasskey } from './tr.ts';

export const words = { mixed: mixedPasskey, tr: trPasskey, en: enPasskey };
