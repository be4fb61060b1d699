import { launchSite } from './launch.ts';

/** Starts the site that all journeys share; stops it after the last one. */
export default async function startSite(): Promise<() => Promise<void>> {
  const site = await launchSite();
  process.env['KARAT_E2E_ORIGIN'] = site.origin;
  return () => site.stop();
}
