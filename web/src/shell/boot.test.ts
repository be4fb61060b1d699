import { expect, test, vi } from 'vitest';

const ran: string[] = [];

vi.mock('./main.tsx', () => {
  ran.push('main');
  return {};
});

/** A script that records that it ran, and then that the browser ran another task. */
const script = (name: string): string =>
  `data:text/javascript,ran.push('${name}');setTimeout(() => ran.push('task after ${name}'));`;

test('runs the preloaded scripts in order, with a browser task after each, and the app last', async () => {
  vi.stubGlobal('ran', ran);
  vi.stubGlobal('FIRST_CALLS', { everywhere: '/auth/me?optional=1', pages: [] });
  vi.stubGlobal(
    'fetch',
    vi.fn(() => Promise.resolve(new Response())),
  );
  document.head.innerHTML = ['react', 'kit']
    .map((name) => `<link rel="modulepreload" href="${script(name)}">`)
    .join('');
  await import('./boot.ts');
  expect(ran).toEqual(['react', 'task after react', 'kit', 'task after kit', 'main']);
  expect(fetch).toHaveBeenCalledWith('/auth/me?optional=1', expect.anything());
});
