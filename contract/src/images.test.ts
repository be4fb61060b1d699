import { expect, test } from 'vitest';
import { addNewItem, editItem } from './items.ts';
import { addNewMission, editMission } from './missions.ts';

const item = {
  itemName: 'AK-47',
  skinName: 'Neon Hive',
  skinExterior: 'Factory New',
  skinRarity: 'Covert',
  weaponType: 'Rifle',
  itemPrice: 1_000,
  price: 1_000,
};
const mission = { title: 'Opener', type: 'open_cases', description: 'Open ten cases.', target: 10, reward: 500 };

const isItem = (itemImgUrl: string) =>
  [addNewItem, editItem].every(({ body }) => body.safeParse({ ...item, itemImgUrl }).success);
const isMission = (missionImg: string) =>
  [addNewMission, editMission].every(({ body }) => body.safeParse({ ...mission, missionImg }).success);

test.each(['jpg', 'jpeg', 'png', 'webp', 'svg', 'gif', 'JPG'])('a picture may end in .%s', (ending) => {
  for (const url of [`https://pictures.example/a.${ending}`, `http://pictures.example/b/a.${ending}?v=2`]) {
    expect([isItem(url), isMission(url)]).toEqual([true, true]);
  }
});

test.each([
  'https://pictures.example/a.bmp',
  'https://pictures.example/a.pdf',
  'https://pictures.example/ajpg',
  'https://pictures.example/?a.png',
  'https://pictures.example',
  'ftp://pictures.example/a.png',
  'javascript:alert(1)//a.png',
  'a.png',
  '',
])('refuses %j as the URL of a picture', (url) => {
  expect([isItem(url), isMission(url)]).toEqual([false, false]);
});
