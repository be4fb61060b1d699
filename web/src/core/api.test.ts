import { changePassword, getSessions, revokeSession } from '@karat/contract/accounts';
import { expect, test, vi } from 'vitest';
import { refusal, stubServer } from '#testing/test-utils.tsx';
import { ApiRefusal, NetworkFailure, call, onOutcome, onUnauthenticated } from './api.ts';

test('a call accepts JSON, carries the token and fills in its path', async () => {
  localStorage.setItem('jwt_token', 'abc');
  const input = stubServer({ 'POST /auth/revokeSession/12': { body: { message: 'ok' } } });
  await call(revokeSession, { params: { id: '12' } }, { idempotencyKey: 'once' });
  expect(input[0]?.headers).toEqual({
    Accept: 'application/json',
    Authorization: 'Bearer abc',
    'Idempotency-Key': 'once',
  });
});

test('sends a body as JSON, and no Authorization header without a token', async () => {
  const body = { oldPassword: 'a', newPassword: 'b', confirmPassword: 'b' };
  const input = stubServer({ 'POST /auth/changePassword': { body: { message: 'ok' } } });
  await call(changePassword, { body });
  expect(input[0]).toMatchObject({ body, headers: { 'Content-Type': 'application/json' } });
  expect(input[0]?.headers).not.toHaveProperty('Authorization');
});

test('a refusal keeps its code, message, status and issues', async () => {
  const issues = [{ path: 'newPassword', message: 'short' }];
  stubServer({ 'GET /auth/sessions': refusal(400, 'invalid', 'short', issues) });
  const error = await call(getSessions).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ApiRefusal);
  expect(error).toMatchObject({ code: 'invalid', message: 'short', status: 400, issues });
});

test('an HTML error page becomes an internal error without a message', async () => {
  vi.stubGlobal('fetch', async () => new Response('<h1>Bad gateway</h1>', { status: 502 }));
  await expect(call(getSessions)).rejects.toMatchObject({ code: 'internal', message: '', status: 502 });
});

test('an unreachable server is a network failure', async () => {
  stubServer({ 'GET /auth/sessions': 'unreachable' });
  await expect(call(getSessions)).rejects.toBeInstanceOf(NetworkFailure);
});

test('a truncated response is a network failure, not an empty reply', async () => {
  vi.stubGlobal('fetch', async () => new Response('{"data":[', { status: 200 }));
  await expect(call(getSessions)).rejects.toBeInstanceOf(NetworkFailure);
});

test('reports an ended session, but not wrong credentials', async () => {
  const ended = vi.fn();
  onUnauthenticated(ended);
  stubServer({ 'GET /auth/sessions': refusal(401, 'wrong_credentials', 'no') });
  await expect(call(getSessions)).rejects.toThrow('no');
  expect(ended).not.toHaveBeenCalled();
  stubServer({ 'GET /auth/sessions': refusal(401, 'unauthenticated', 'who?') });
  await expect(call(getSessions)).rejects.toThrow('who?');
  expect(ended).toHaveBeenCalledOnce();
});

test('a late listener gets each outcome once, including earlier ones', async () => {
  stubServer({ 'GET /auth/sessions': { body: { data: [] } } });
  await call(getSessions);
  const listener = vi.fn();
  onOutcome(listener);
  expect(listener).toHaveBeenLastCalledWith({ path: getSessions.path });
  listener.mockClear();
  stubServer({ 'GET /auth/sessions': refusal(409, 'reality_check', 'later') });
  await expect(call(getSessions)).rejects.toThrow('later');
  expect(listener).toHaveBeenCalledOnce();
  expect(listener.mock.lastCall?.[0]).toMatchObject({ path: getSessions.path, refusal: { code: 'reality_check' } });
});
