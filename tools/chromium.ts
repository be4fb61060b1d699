import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';

// The headless shell has no browser UI: pages open in half the time.
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
const DOWNLOAD_TIMEOUT_MS = 5 * 60_000;

function onPath(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  const places = folders.flatMap((folder) => NAMES.map((name) => path.join(folder, name)));
  return [...places, MAC].find((place) => existsSync(place));
}

function findInstalled(): string | undefined {
  const bundled = chromium.executablePath();
  return existsSync(bundled) ? bundled : onPath();
}

function succeeds(program: string, ...args: string[]): boolean {
  console.log(`  ${program} ${args.join(' ')}`);
  const { status } = spawnSync(program, args, { stdio: 'inherit', timeout: DOWNLOAD_TIMEOUT_MS });
  return status === 0;
}

function install(): void {
  console.log('No Chromium found: installing one for the browser tests …');
  const playwright = path.resolve(import.meta.dirname, '../node_modules/.bin/playwright');
  if (succeeds(playwright, 'install', 'chromium')) return;
  const mayInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (!mayInstall || !succeeds('apt-get', 'update', '-qq')) return;
  const aptInstall = (name: string): boolean => succeeds('apt-get', 'install', '-y', '-qq', name);
  // Not every distribution has a separate package.
  if (!aptInstall('chromium-headless-shell')) aptInstall('chromium');
}

/** The Chromium to drive: CHROMIUM_PATH, Playwright's own, the system's, or one installed now. */
export function findChromium(): string {
  const configured = process.env['CHROMIUM_PATH'];
  if (configured !== undefined) {
    if (existsSync(configured)) return configured;
    throw new Error(`CHROMIUM_PATH is ${configured}, which does not exist.`);
  }
  const first = findInstalled();
  if (first !== undefined) return first;
  install();
  const second = findInstalled();
  if (second !== undefined) return second;
  throw new Error('The browser tests need Chromium: install it, or set CHROMIUM_PATH.');
}
