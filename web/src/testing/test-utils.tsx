import type { StaffRole } from '@karat/contract/staff';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { vi } from 'vitest';
import { Toasts } from '#ui/toasts.tsx';

type StubbedResponse = { status?: number; body: unknown; headers?: Record<string, string> } | 'unreachable';
export type SentRequest = { method: string; path: string; headers: Record<string, string>; body: unknown };

/** Replaces `fetch`: responds by "METHOD /path" and returns the requests. */
export function stubServer(
  answers: Readonly<Record<string, StubbedResponse | (() => StubbedResponse | Promise<StubbedResponse>)>>,
): SentRequest[] {
  const requests: SentRequest[] = [];
  vi.stubGlobal('fetch', async (url: string, request: RequestInit) => {
    const { method = 'GET', headers, body } = request;
    const path = url.split('?')[0]!;
    requests.push({
      method,
      path: url,
      headers: headers as Record<string, string>,
      body: typeof body === 'string' ? JSON.parse(body) : undefined,
    });
    const found = answers[`${method} ${path}`];
    const answer = typeof found === 'function' ? await found() : found;
    if (answer === undefined) throw new Error(`no stubbed response for ${method} ${path}`);
    if (answer === 'unreachable') throw new TypeError('Failed to fetch');
    return Response.json(answer.body, {
      status: answer.status ?? 200,
      ...(answer.headers && { headers: answer.headers }),
    });
  });
  return requests;
}

export function refusal(status: number, code: string, message: string, issues?: { path: string; message: string }[]) {
  return { status, body: { message, error: message, code, ...(issues && { issues }) } };
}

/** Renders a component as the app does: with router, query client and toasts. */
export function renderInApp(part: ReactNode) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const user = userEvent.setup();
  const view = render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        {part}
        <Toasts />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return { user, ...view };
}

export const demoPlayer = {
  id: 7,
  username: 'kaan_tr',
  email: 'kaan@karat.test',
  steamId: null,
  avatar: '/img/avatar/7.webp',
  role: 'user',
  isAdmin: false,
  staffRole: null as StaffRole | null,
  balance: 1_500,
  balanceVersion: 3,
  elo: 1_200,
  level: 2,
  hasPassword: true,
  isAgeConfirmed: true,
};
