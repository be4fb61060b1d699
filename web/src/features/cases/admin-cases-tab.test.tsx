import type { AdminCase, CaseItem } from '@karat/contract/cases';
import type { Item } from '@karat/contract/items';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { setLanguage } from '#i18n/i18n.ts';
import { signInStaff } from '#testing/staff.ts';
import { renderInApp, refusal, stubServer } from '#testing/test-utils.tsx';
import { AdminCaseModal } from './admin-case-modal.tsx';
import { AdminCasesTab } from './admin-cases-tab.tsx';
import { OpenedCases } from './admin-opened-cases.tsx';

beforeEach(() => signInStaff());

const exampleItem = (id: number, pays: number | null): Item => ({
  id,
  itemName: 'AK-47',
  skinName: `Skin ${id}`,
  image: '',
  skinExterior: 'Factory New',
  skinRarity: 'Covert',
  weaponType: 'Rifle',
  price: 1_000,
  min_price: pays,
  quick_sell_price: pays ?? 900,
  market_hash_name: `AK-47 | Skin ${id} (Factory New)`,
});

const caseItem = (id: number, pays: number, rate: number): CaseItem => ({
  ...exampleItem(id, pays),
  parentItem: id,
  drop_rate: rate,
});

function exampleCase(items: CaseItem[], overrides: Partial<AdminCase> = {}): AdminCase {
  return {
    id: 7,
    _id: 7,
    name: 'Hive',
    price: 1_000,
    createdAt: '2026-03-03T12:00:00.000Z',
    isPaused: false,
    image: 'https://karat.test/hive.webp',
    imgUrl: 'https://karat.test/hive.webp',
    hash: 'ab',
    houseEdge: 10,
    withdrawalEdge: 0,
    items,
    contains: items,
    ...overrides,
  };
}

const pagination = { totalResults: 3, resultsPerPage: 10, currentPage: 1 };
const offered = {
  body: {
    data: { items: [exampleItem(1, 900), exampleItem(2, 900), exampleItem(3, 900), exampleItem(4, null)] },
    pagination,
  },
};
const ITEMS = 'GET /admin/getAllItems';
const ADD = 'POST /admin/addNewCase';
const EDIT = 'PUT /admin/editCase/7';

async function newCase(rates: readonly string[], answers: Parameters<typeof stubServer>[0] = {}, price = '1000') {
  const requests = stubServer({ [ITEMS]: offered, ...answers });
  const { user } = renderInApp(<AdminCaseModal caseInfo={undefined} isOpen onClose={() => undefined} />);
  await user.type(screen.getByLabelText('Name'), 'Thirds');
  if (price !== '') await user.type(screen.getByLabelText('Price'), price);
  await user.type(screen.getByLabelText('Image URL'), 'https://karat.test/any');
  for (const [at, rate] of rates.entries()) {
    await user.click(await screen.findByRole('button', { name: new RegExp(`^Add AK-47 \\| Skin ${at + 1} `) }));
    const input = screen.getByRole('spinbutton', { name: new RegExp(`Skin ${at + 1} `) });
    expect(input).toHaveProperty('value', '0');
    await user.clear(input);
    await user.type(input, rate);
  }
  await user.click(screen.getByRole('button', { name: 'Create case' }));
  return { user, requests: () => requests.filter(({ path }) => path.includes('addNewCase')) };
}

test.each([
  [[], 'You must select at least one item.'],
  [['33.33', '33.33', '33.33'], 'Total drop rate must be exactly 100%. Currently: 99.99%'],
  [['60', '39.5'], 'Total drop rate must be exactly 100%. Currently: 99.5%'],
])('sends nothing with rates %j, and says "%s"', async (rates, sentence) => {
  const { requests } = await newCase(rates);
  expect((await screen.findByRole('alert')).textContent).toBe(sentence);
  expect(requests()).toEqual([]);
});

test('refuses an edge below 5 with its sentence, and shows it in red', async () => {
  const { requests } = await newCase(['100'], {}, '947');
  expect((await screen.findByRole('alert')).textContent).toBe('House edge is too low!');
  expect(
    screen.getByText('At least 5 % is required; it is 4,96 %. Set the price to 948 diamonds or more.'),
  ).toBeTruthy();
  expect(screen.getByText('4,96 %').getAttribute('data-tone') ?? '').toBe('bad');
  expect(requests()).toEqual([]);
});

test('shows an edge of 5 percent or more in green', async () => {
  stubServer({ [ITEMS]: offered });
  renderInApp(<AdminCaseModal caseInfo={exampleCase([caseItem(1, 950, 100)])} isOpen onClose={() => undefined} />);
  expect((await screen.findByText('5 %')).getAttribute('data-tone')).toBe('good');
});

test('shows both edges, and warns of a withdrawal edge below 0', async () => {
  stubServer({ [ITEMS]: offered });
  const { user } = renderInApp(
    <AdminCaseModal caseInfo={exampleCase([caseItem(1, 900, 100)])} isOpen onClose={() => undefined} />,
  );
  const figure = (label: string) => screen.getByText(label).nextElementSibling!;
  expect(figure('House edge when sold back').textContent).toBe('10\u00a0%');
  expect(figure('House edge when withdrawn').textContent).toBe('0\u00a0%');
  expect(figure('House edge when withdrawn').getAttribute('data-tone')).toBe('good');
  await user.clear(screen.getByLabelText('Price'));
  await user.type(screen.getByLabelText('Price'), '960');
  expect(figure('House edge when sold back').getAttribute('data-tone')).toBe('good');
  expect(figure('House edge when withdrawn').textContent).toBe('-4,17\u00a0%');
  expect(figure('House edge when withdrawn').getAttribute('data-tone')).toBe('warn');
});

test("refuses a withdrawal edge below the site's minimum, and shows it in red", async () => {
  const requests = stubServer({ [ITEMS]: offered });
  const caseInfo = exampleCase([caseItem(1, 900, 100)]);
  const { user } = renderInApp(
    <AdminCaseModal caseInfo={caseInfo} minWithdrawalEdge={2.5} isOpen onClose={() => undefined} />,
  );
  await user.click(screen.getByRole('button', { name: 'Save case' }));
  expect((await screen.findByRole('alert')).textContent).toBe('The house edge when withdrawn is too low.');
  expect(
    screen.getByText('At least 2,5 % is required; it is 0 %. Set the price to 1.026 diamonds or more.'),
  ).toBeTruthy();
  expect(screen.getByText('House edge when withdrawn').nextElementSibling?.getAttribute('data-tone')).toBe('bad');
  expect(requests.filter(({ path }) => path.includes('editCase'))).toEqual([]);
});

test('writes the percent sign before both edges in Turkish', async () => {
  stubServer({ [ITEMS]: offered });
  await setLanguage('tr');
  renderInApp(<AdminCaseModal caseInfo={exampleCase([caseItem(1, 900, 100)])} isOpen onClose={() => undefined} />);
  expect(screen.getByText('Geri satışta site avantajı').nextElementSibling?.textContent).toBe('%10');
  expect(screen.getByText('Çekimde site avantajı').nextElementSibling?.textContent).toBe('%0');
  await act(() => setLanguage('mixed'));
});

test('shows the picture once its URL is complete', async () => {
  stubServer({ [ITEMS]: offered });
  const { user } = renderInApp(<AdminCaseModal caseInfo={undefined} isOpen onClose={() => undefined} />);
  const preview = () => screen.queryByRole('figure', { name: 'Image preview' });
  await user.type(screen.getByLabelText('Image URL'), 'https://karat.test/hive');
  expect(preview()).toBeNull();
  await user.type(screen.getByLabelText('Image URL'), '.webp');
  expect(preview()?.querySelector('img')?.src).toContain('https://karat.test/hive');
});

test('does not step the price below 0', () => {
  stubServer({ [ITEMS]: offered });
  renderInApp(<AdminCaseModal caseInfo={undefined} isOpen onClose={() => undefined} />);
  expect(screen.getByLabelText('Price')).toMatchObject({ type: 'number', min: '0' });
});

test('lists items in pages of ten', async () => {
  const many = { ...pagination, totalResults: 25 };
  const requests = stubServer({ [ITEMS]: { body: { ...offered.body, pagination: many } } });
  const { user } = renderInApp(<AdminCaseModal caseInfo={undefined} isOpen onClose={() => undefined} />);
  expect(await screen.findByText('1 / 3')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  expect(await screen.findByText('2 / 3')).toBeTruthy();
  expect(requests.map(({ path }) => path)).toEqual([
    '/admin/getAllItems?page=1&limit=10',
    '/admin/getAllItems?page=2&limit=10',
  ]);
});

test('saves rates that total exactly 100 as typed', async () => {
  const { requests } = await newCase(['33.33', '33.33', '33.34'], {
    [ADD]: { body: { message: 'ok', data: exampleCase([]) } },
  });
  expect(await screen.findByText('Case created!')).toBeTruthy();
  expect(requests()[0]?.body).toEqual({
    caseName: 'Thirds',
    casePrice: 1_000,
    caseImgUrl: 'https://karat.test/any',
    items: [
      { id: 1, drop_rate: 33.33 },
      { id: 2, drop_rate: 33.33 },
      { id: 3, drop_rate: 33.34 },
    ],
  });
});

test('offers an item once, and none without a known price', async () => {
  await newCase(['100']);
  const chosen = screen.getByRole('button', { name: /^Chosen: AK-47 \| Skin 1 / });
  expect(chosen).toHaveProperty('disabled', true);
  expect(screen.queryByText('AK-47 | Skin 4')).toBeNull();
});

test.each([
  ['refused', refusal(400, 'invalid', 'House edge is too low!'), 'House edge is too low!'],
  ['broken', { status: 500, body: {} }, 'Something went wrong!'],
  ['unreachable', 'unreachable' as const, 'Something went wrong!'],
])('shows why a case is %s', async (_, answer, sentence) => {
  await newCase(['100'], { [ADD]: answer });
  expect(await screen.findByText(sentence)).toBeTruthy();
});

test('shows at the field that a name is taken', async () => {
  await newCase(['100'], { [ADD]: refusal(409, 'taken', 'A case with this name already exists.') });
  await waitFor(() => expect(screen.getByLabelText('Name')).toHaveProperty('ariaInvalid', 'true'));
});

test('shows an error when items cannot be loaded', async () => {
  stubServer({ [ITEMS]: { status: 500, body: {} } });
  renderInApp(<AdminCaseModal caseInfo={undefined} isOpen onClose={() => undefined} />);
  expect(await screen.findByText('Failed to load items.')).toBeTruthy();
});

test.each([
  ['850', 'House edge is negative! Increase the case price or reduce item values.'],
  ['0', 'Price must be greater than 0'],
])('an edited price of %s says "%s"', async (price, sentence) => {
  stubServer({ [ITEMS]: offered });
  const { user } = renderInApp(
    <AdminCaseModal caseInfo={exampleCase([caseItem(1, 900, 100)])} isOpen onClose={() => undefined} />,
  );
  await user.clear(screen.getByLabelText('Price'));
  await user.type(screen.getByLabelText('Price'), price);
  await user.click(screen.getByRole('button', { name: 'Save case' }));
  expect(await screen.findByText(sentence)).toBeTruthy();
});

test('requires the URL of a picture for an edited case', async () => {
  stubServer({ [ITEMS]: offered });
  const caseInfo = exampleCase([caseItem(1, 900, 100)], { image: 'https://karat.test/any' });
  const { user } = renderInApp(<AdminCaseModal caseInfo={caseInfo} isOpen onClose={() => undefined} />);
  await user.click(screen.getByRole('button', { name: 'Save case' }));
  expect(await screen.findByText('Must be an image URL')).toBeTruthy();
});

test.each([
  ['saved', { body: { message: 'ok', data: exampleCase([]) } }, 'Case updated successfully!'],
  ['broken', { status: 500, body: {} }, 'Failed to update case'],
])('shows why an edit is %s', async (_, answer, sentence) => {
  stubServer({ [ITEMS]: offered, [EDIT]: answer });
  const items = [caseItem(1, 900, 64.1), caseItem(2, 900, 28.6), caseItem(3, 900, 7.3)];
  const { user } = renderInApp(<AdminCaseModal caseInfo={exampleCase(items)} isOpen onClose={() => undefined} />);
  await user.click(screen.getByRole('button', { name: 'Save case' }));
  expect(await screen.findByText(sentence)).toBeTruthy();
});

test('asks before discarding changes', async () => {
  stubServer({ [ITEMS]: offered });
  let closed = 0;
  const { user } = renderInApp(
    <AdminCaseModal caseInfo={exampleCase([caseItem(1, 900, 100)])} isOpen onClose={() => closed++} />,
  );
  await user.type(screen.getByLabelText('Name'), '!');
  await user.keyboard('{Escape}');
  expect(screen.getByText('Leave without saving?')).toBeTruthy();
  await user.keyboard('{Escape}');
  expect(screen.queryByText('Leave without saving?')).toBeNull();
  expect(closed).toBe(0);
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Discard changes' }));
  expect(closed).toBe(1);
});

test("shows price and both edges, links to the case's page, and says why it is paused", async () => {
  const cases = [exampleCase([], { name: 'Şafak 50%', isPaused: true, price: 12_000, withdrawalEdge: -1.5 })];
  const requests = stubServer({ 'GET /admin/getAllCases': { body: { data: cases, pagination } } });
  renderInApp(<AdminCasesTab />);
  const card = (await screen.findByRole('heading', { name: 'Şafak 50%' })).closest('article')!;
  expect(card.textContent).toContain('12.000');
  expect(card.textContent).toContain('Paused by staff, or automatically');
  expect(card.textContent).toContain('when sold back10\u00a0%');
  expect(within(card).getByText('-1,5 %').className).toContain('text-warn');
  const link = within(card).getByRole('link', { name: /^Open/ });
  expect(link.getAttribute('href')).toBe('/case/%C5%9Eafak%2050%25');
  // The word appears over the picture on hover or focus.
  expect(within(link).getByText('OPEN').className).toMatch(/opacity-0.*group-hover:opacity-100/);
  expect(within(card).getByRole('link', { name: /^Edit/ }).getAttribute('href')).toContain('edit=7');
  expect(requests[0]?.path).toBe('/admin/getAllCases?page=1&limit=20');
});

test('pauses a case with a reason', async () => {
  let data = [exampleCase([])];
  const requests = stubServer({
    'GET /admin/getAllCases': () => ({ body: { data, pagination } }),
    'POST /admin/setCasePaused/7': () => {
      data = [exampleCase([], { isPaused: true })];
      return { body: { message: 'Case paused.' } };
    },
  });
  const { user } = renderInApp(<AdminCasesTab />);
  await user.click(await screen.findByRole('button', { name: 'Pause Hive' }));
  const modal = within(await screen.findByRole('dialog', { name: 'Pause Hive' }));
  await user.click(modal.getByRole('button', { name: 'Pause' }));
  expect(await modal.findByText('Reason is required.')).toBeTruthy();
  await user.type(modal.getByLabelText('Reason'), 'A wrong picture');
  await user.click(modal.getByRole('button', { name: 'Pause' }));
  expect(await screen.findByRole('button', { name: 'Resume Hive' })).toBeTruthy();
  expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({ isPaused: true, reason: 'A wrong picture' });
});

test('lists twenty cases per page, with a pager', async () => {
  const cases = Array.from({ length: 20 }, (_, index) =>
    exampleCase([caseItem(1, 900, 100)], { id: index + 1, name: `Case ${index + 1}` }),
  );
  const requests = stubServer({
    'GET /admin/getAllCases': {
      body: { data: cases, pagination: { totalResults: 45, resultsPerPage: 20, currentPage: 1 } },
    },
  });
  const { user } = renderInApp(<AdminCasesTab />);
  expect(await screen.findAllByRole('link', { name: /^Edit / })).toHaveLength(20);
  expect(requests.map(({ path }) => path)).toEqual(['/admin/getAllCases?page=1&limit=20']);
  const pager = within(screen.getByRole('navigation', { name: 'Pages' }));
  expect(pager.getAllByRole('link').map(({ ariaLabel }) => ariaLabel)).toEqual([
    'Page 1',
    'Page 2',
    'Page 3',
    'Next page',
  ]);
  await user.click(pager.getByRole('link', { name: 'Page 2' }));
  await waitFor(() => expect(requests.at(-1)?.path).toBe('/admin/getAllCases?page=2&limit=20'));
});

test('lists an opening whose case, player or item is deleted', async () => {
  const deletedNames = { caseName: null, openedBy: null, resultItem: null };
  const data = [{ id: 9, ...deletedNames, casePrice: 1_000, createdAt: '2026-03-03T12:00:00.000Z' }];
  const requests = stubServer({ 'GET /admin/getOpenedCases': { body: { data, pagination } } });
  renderInApp(<OpenedCases />);
  for (const name of ['Unknown Case', 'Unknown User', 'Unknown Item'])
    expect(await screen.findByText(name)).toBeTruthy();
  expect(requests[0]?.path).toBe('/admin/getOpenedCases?page=1&limit=25');
});

test('says that there are no openings', async () => {
  const none = { data: [], pagination: { ...pagination, totalResults: 0 } };
  stubServer({ 'GET /admin/getOpenedCases': { body: none } });
  renderInApp(<OpenedCases />);
  expect(await screen.findByText('No opened cases found.')).toBeTruthy();
});
