import type { SiteStatus } from '@karat/contract/site-status';
import { STAFF_ROLES } from '@karat/contract/staff';
import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { useAccount, useSession } from '#core/session.ts';
import { connectSocket, dispatch } from '#core/socket.ts';
import { ApiRefusal } from '#core/api.ts';
import { currentText, setLanguage } from '#i18n/i18n.ts';
import { fakeSocket } from '#testing/fake-socket.ts';
import { signInStaff } from '#testing/staff.ts';
import { renderInApp, stubServer } from '#testing/test-utils.tsx';
import { errorText } from '#ui/error-text.ts';
import { AdminMaintenanceNote } from './admin-maintenance-note.tsx';
import { AnnouncementBar } from './announcement-bar.tsx';
import { MaintenancePage } from './maintenance-page.tsx';
import { useDismissed, useMaintenance, useSiteStatus } from './status.ts';
import { SwitchNotice } from './switches.tsx';

const MESSAGE = { tr: 'Birazdan açılacak.', en: 'Back in a moment.' };
const change = (status: Partial<SiteStatus>) =>
  act(() => dispatch('SITE_STATUS', { off: [], announcements: [], ...status }));
const off = (name: SiteStatus['off'][number]['name'], message: typeof MESSAGE | null = null) => ({
  off: [{ name, message, endsAt: null }],
});

beforeEach(() => setLanguage('mixed'));
afterEach(() => setLanguage('mixed'));

describe('the notice of a part that is off', () => {
  test('appears and disappears live', async () => {
    renderInApp(<SwitchNotice name="roulette" />);
    expect(screen.queryByText(/switched off/)).toBeNull();
    change(off('roulette'));
    expect(await screen.findByText('Roulette is switched off for now. Please come back later.')).toBeTruthy();
    change({});
    expect(screen.queryByText(/switched off/)).toBeNull();
  });

  test('has the message of staff in the language of the reader', async () => {
    renderInApp(<SwitchNotice name="case" />);
    change(off('case', MESSAGE));
    expect(await screen.findByText(MESSAGE.en)).toBeTruthy();
    await act(() => setLanguage('tr'));
    expect(screen.getByText(MESSAGE.tr)).toBeTruthy();
  });

  test('is the text of a refusal too', async () => {
    const refused = (notice: ApiRefusal['notice']) =>
      new ApiRefusal(
        {
          code: 'switched_off',
          message: 'This is switched off for now. Please try again later.',
          ...(notice && { notice }),
        },
        503,
      );
    expect(errorText(currentText(), refused({ message: MESSAGE, endsAt: null }))).toBe(MESSAGE.en);
    await setLanguage('tr');
    expect(errorText(currentText(), refused({ message: MESSAGE, endsAt: null }))).toBe(MESSAGE.tr);
    expect(errorText(currentText(), refused({ message: null, endsAt: null }))).toMatch(/^Bu bölüm şimdilik kapalı/);
  });
});

describe('the bar of announcements', () => {
  const announcements = [
    { id: 2, text: { tr: 'İkinci', en: 'The second' } },
    { id: 1, text: { tr: 'Birinci', en: 'The first' } },
  ];

  test('shows what is announced and follows changes', async () => {
    renderInApp(<AnnouncementBar />);
    change({ announcements });
    const shown = screen.getAllByText(/^The (?:second|first)$/);
    expect(shown.map(({ textContent }) => textContent)).toEqual(['The second', 'The first']);
    await act(() => setLanguage('tr'));
    expect(screen.getByText('İkinci')).toBeTruthy();
    change({ announcements: announcements.slice(1) });
    expect(screen.queryByText('İkinci')).toBeNull();
  });

  test('closes one with the keyboard, and this browser remembers it', async () => {
    const { user } = renderInApp(<AnnouncementBar />);
    change({ announcements });
    await user.tab();
    await user.keyboard('{Enter}');
    expect(screen.queryByText('The second')).toBeNull();
    expect(screen.getByText('The first')).toBeTruthy();
    change({ announcements });
    expect(screen.queryByText('The second')).toBeNull();
    expect(localStorage.getItem('dismissed-announcements')).toMatch(/(?:^|,)2$/);
    expect(useDismissed.getState().ids).toEqual([2]);
  });
});

describe('maintenance', () => {
  const SITE_OFF = { off: [{ name: 'site' as const, message: MESSAGE, endsAt: '2036-03-04T14:05:00.000Z' }] };

  function Site() {
    const maintenance = useMaintenance();
    return maintenance === 'open' ? <AdminMaintenanceNote /> : maintenance === 'closed' && <MaintenancePage />;
  }

  test('replaces the site for visitors, with message and time, and goes away by itself', () => {
    useAccount.setState({ isLoaded: true });
    renderInApp(<Site />);
    change(SITE_OFF);
    expect(screen.getByRole('heading', { name: 'We’ll be back soon' })).toBeTruthy();
    expect(screen.getByText(MESSAGE.en)).toBeTruthy();
    expect(screen.getByText(/04 March 2036/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Staff sign-in' })).toBeTruthy();
    change({});
    expect(screen.queryByRole('heading')).toBeNull();
  });

  test('shows signed-in players no sign-in', () => {
    useAccount.setState({ isLoaded: true });
    useSession.setState({ isLoggedIn: true, staffRole: null });
    renderInApp(<Site />);
    change(SITE_OFF);
    expect(screen.getByText(MESSAGE.en)).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  });

  test.each(STAFF_ROLES)('leaves the site to the staff role %s, with a reminder', (role) => {
    useAccount.setState({ isLoaded: true });
    signInStaff(role);
    renderInApp(<Site />);
    change(SITE_OFF);
    expect(screen.getByText('Maintenance is on: only staff can use the site.')).toBeTruthy();
    expect(screen.queryByText(MESSAGE.en)).toBeNull();
  });

  test('shows neither before it is known who is signed in', () => {
    renderInApp(<Site />);
    change(SITE_OFF);
    expect(screen.queryByText(MESSAGE.en)).toBeNull();
  });
});

test('old state and an event make the same as a fresh fetch, also after a reconnection', async () => {
  const data: SiteStatus = { ...off('chat', MESSAGE), announcements: [{ id: 4, text: MESSAGE }] };
  stubServer({ 'GET /site/getStatus': { body: { data } }, 'GET /auth/me': { body: { data: null } } });
  await connectSocket();
  await act(async () => fakeSocket.simulateConnect());
  await expect.poll(() => useSiteStatus.getState()).toMatchObject(data);
  act(() => useSiteStatus.setState({ off: [], announcements: [] }));
  act(() => fakeSocket.receive('SITE_STATUS', data));
  expect(useSiteStatus.getState()).toMatchObject(data);
});
