import { reports as mixed } from '../mixed/reports.ts';

export const reports: typeof mixed = {
  reports: { ...mixed.reports, failed: 'The report could not be loaded.' },
  adjustments: { ...mixed.adjustments, failed: 'The adjustments could not be loaded.' },
};
