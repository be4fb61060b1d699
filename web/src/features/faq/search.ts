import { type Answer, type AnswerId, type Block, type Faq, type TopicId, outline } from './outline.ts';

export type Entry = { readonly id: AnswerId } & Answer;
export type Topic = { readonly id: TopicId; readonly title: string; readonly entries: readonly Entry[] };

/** The page in reading order. */
export function topicsOf(faq: Faq): Topic[] {
  return outline.map(({ id, answers }) => {
    const texts: Readonly<Partial<Record<AnswerId, Answer>>> = faq[id].answers;
    const entries = answers.flatMap((answerId: AnswerId) => {
      const text = texts[answerId];
      return text === undefined ? [] : [{ id: answerId, ...text }];
    });
    return { id, title: faq[id].title, entries };
  });
}

/** The topics with the answers that contain every word of the query; all of them for an empty query. */
export function search(topics: readonly Topic[], query: string): Topic[] {
  const words = folded(query).split(/\s+/).filter(Boolean);
  const holdsAll = (text: string) => words.every((word) => text.includes(word));
  return topics
    .map((topic) => ({
      ...topic,
      entries: topic.entries.filter((entry) => holdsAll(folded(`${topic.title} ${textOf(entry)}`))),
    }))
    .filter(({ entries }) => entries.length > 0);
}

/** Removes case and accents in both languages: "sifre" finds "Şifre", and "I" finds "ı" and "i". */
function folded(text: string): string {
  return text.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('ı', 'i').replaceAll('’', "'");
}

function textOf({ question, answer }: Entry): string {
  return [question, ...answer.flatMap(wordsOf)].join(' ');
}

function wordsOf(block: Block): readonly string[] {
  if (typeof block === 'string') return [block];
  if ('list' in block) return block.list;
  if ('steps' in block) return block.steps;
  if ('facts' in block) return block.facts.flat();
  if ('code' in block) return [block.label, block.code];
  return [block.link];
}
