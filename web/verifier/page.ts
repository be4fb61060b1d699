import { createInputPanel, type InputPanel, type Inputs } from './input-panel.ts';
import { make } from './dom.ts';
import { createProofForm, type ProofForm } from './proof-form.ts';
import { type Language, languageOf, languages, type Words } from './words.ts';

/** Identifies a file, so that dropping it twice does not count its rolls twice. */
const fileId = ({ name, size, lastModified }: File): string => `${name} ${size} ${lastModified}`;

const filesById = (files: Iterable<File>): Map<string, Blob> => new Map([...files].map((file) => [fileId(file), file]));

function inputView(words: Words, panel: InputPanel): HTMLElement {
  const { verifier, form } = words;
  const text = make('textarea', { id: 'given', rows: '5', spellcheck: 'false', 'aria-describedby': 'given-hint' });
  const files = make('input', { type: 'file', multiple: true, accept: '.json,.csv', class: 'hidden', id: 'files' });
  const clear = make('button', { type: 'button' }, form.clear);
  text.addEventListener('input', () => {
    if (text.value.trim() !== '') void panel.add(new Map([['', new Blob([text.value])]]));
  });
  files.addEventListener('change', () => {
    const chosen = filesById(files.files ?? []);
    files.value = '';
    void panel.add(chosen);
  });
  clear.addEventListener('click', () => {
    text.value = '';
    panel.clear();
  });
  const hint = make('p', { class: 'hint', id: 'given-hint' }, verifier.giveHint);
  const choose = make('label', { for: 'files', class: 'button' }, verifier.files);
  return make(
    'section',
    { class: 'card' },
    make('h2', {}, verifier.giveTitle),
    make('div', { class: 'field' }, make('label', { for: 'given' }, verifier.give), text, hint),
    make('div', { class: 'buttons' }, files, choose, clear),
  );
}

const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', tr: 'Türkçe' };

function headerView(words: Words, language: Language): HTMLElement {
  const buttons = (['en', 'tr'] as const).map((each) => {
    const attributes = { type: 'button', lang: each, 'aria-pressed': String(each === language) };
    const button = make('button', attributes, LANGUAGE_NAMES[each]);
    button.addEventListener('click', () => renderPage(each));
    return button;
  });
  const title = make('h1', {}, make('span', { class: 'brand' }, 'KARAT'), ` ${words.verifier.title}`);
  const group = make('div', { class: 'languages', role: 'group', 'aria-label': words.verifier.language }, ...buttons);
  return make(
    'header',
    {},
    make('div', { class: 'top' }, title, group),
    make('p', { class: 'lead' }, words.verifier.lead),
  );
}

const inputs: Inputs = new Map();
let current: { readonly panel: InputPanel; readonly form: ProofForm } | undefined;

/** Renders the page in a language. Typed values and inputs stay. */
function renderPage(language: Language): void {
  const words = languages[language];
  const typed = current?.form.values();
  const form = createProofForm(words);
  const panel = createInputPanel({ words, inputs, form });
  current = { panel, form };
  document.documentElement.lang = language;
  document.title = `Karat · ${words.verifier.title}`;
  const main = make('main', {}, inputView(words, panel), panel.element, form.element);
  document.body.replaceChildren(headerView(words, language), main);
  if (typed !== undefined) document.querySelector<HTMLElement>('header [aria-pressed=true]')?.focus();
  if (typed !== undefined) form.restore(typed);
  void panel.refresh();
}

document.addEventListener('dragover', (event) => event.preventDefault());
document.addEventListener('drop', (event) => {
  const files = filesById(event.dataTransfer?.files ?? []);
  if (files.size === 0) return;
  event.preventDefault();
  void current?.panel.add(files);
});
renderPage(languageOf(navigator.language));
