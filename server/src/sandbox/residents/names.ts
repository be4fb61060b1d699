export type ResidentLanguage = 'tr' | 'en';
export type ResidentName = { readonly username: string; readonly language: ResidentLanguage };

const TURKISH =
  'Defne Mert Elif Emre Zeynep Kerem Ceren Baran Nehir Tolga Esra Onur Selin Umut Duygu Kaan Melis Cemre Aslı Barış Derya Sinan İpek Volkan Gizem Levent'.split(
    ' ',
  );
const ENGLISH =
  'Oliver Hazel Jasper Iris Felix Clara Hugo Nora Miles Ruby Owen Stella Theo Alice Marcus Poppy Leon Violet Finn Esme Jonah Willa Amos Greta Silas Maeve'.split(
    ' ',
  );

/** Given names, in turn of both languages. A name that a player already has is skipped. */
export const RESIDENT_NAMES: readonly ResidentName[] = TURKISH.flatMap((username, index) => [
  { username, language: 'tr' as const },
  { username: ENGLISH[index]!, language: 'en' as const },
]);
