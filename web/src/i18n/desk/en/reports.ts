import { reports as mixed } from '../mixed/reports.ts';

export const reports: typeof mixed = mixed;
