import { describe, expect, test } from 'vitest';
import { impersonatesStaff, nameSkeleton } from './impersonation.ts';

const wordsOf = (text: string): string[] => text.trim().split(/\s+/);

const STAFF = ['boss', 'Ayşe_K', 'kaan1', 'team.leader'];

describe('refuses a name that would impersonate staff', () => {
  test.each(
    wordsOf(`
    admin Admin ADMİN admın Admin1 admin_1 adm1n 4dm1n 4dmin1 _admin_
    a.d.m.i.n admln adrnin admins 007admin admin-007 adm1n_99 the_admin real.Admin adminadmin
    Administrator m0derat0r moderatör Mod_7 mods Support_1 5upport supp0rt support.team karat
    Karat_24 karat_team karat-support karatcom staff staff99 system destek destek_ekibi yonetici
    YÖNETİCİ_1 Karat.Yönetim deleted deleted-5 deleted_1234
  `),
  )('a reserved word: %s', (name) => {
    expect(impersonatesStaff(name, [])).toBe(true);
  });

  test.each(
    wordsOf(`
    boss boss. BOSS b0ss b055 boss_1 1boss real_boss boss_team b-o-s-s
    karat_boss ayse_k AyseK ayşe.k ayse_k_7 kaan1 kaanl kaan_i teamleader team-1eader
  `),
  )('a name of staff: %s', (name) => {
    expect(impersonatesStaff(name, STAFF)).toBe(true);
  });
});

test.each(
  wordsOf(`
    Administratorsson adamin modest supporter99 boss_fan bossy emboss kaan kaan2 kaan_34
    badminton modern model Systematic karate karateci carat stafford Ayşe ayse_1
    team real_team 1234 ____ help undeleted Şafak-34 destekçi kuzey Deniz
    demo demo2 boos
  `),
)('allows %s', (name) => {
  expect(impersonatesStaff(name, STAFF)).toBe(false);
});

test('allows a name if no staff member has a similar one', () => {
  expect(['boss.', 'boss_1', 'ayse_k'].filter((name) => impersonatesStaff(name, ['kuzey']))).toEqual([]);
});

test('names that look alike have one skeleton', () => {
  const skeletons = ['İlker', 'ilker', 'ılker', '1lker', 'Il_ker', 'i.l.k.e.r', 'ilk3r'].map(nameSkeleton);
  expect(new Set(skeletons).size).toBe(1);
});
