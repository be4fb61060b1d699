import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router';
import { CopyButton } from '#ui/copy-button.tsx';
import type { Block } from './outline.ts';

/** The blocks of an answer. */
export function AnswerText({ blocks }: { blocks: readonly Block[] }) {
  // The blocks are fixed texts that never change order.
  // oxlint-disable-next-line react/no-array-index-key
  return blocks.map((block, index) => <Part key={index} block={block} />);
}

function Part({ block }: { block: Block }) {
  if (typeof block === 'string') return <p className="text-pretty">{block}</p>;
  if ('list' in block) return <List items={block.list} />;
  if ('steps' in block) return <Steps items={block.steps} />;
  if ('facts' in block) return <Facts facts={block.facts} />;
  if ('code' in block) return <Code label={block.label} code={block.code} />;
  return (
    <Link
      to={block.to}
      className="inline-flex min-h-11 items-center gap-1.5 font-semibold text-primary hover:underline"
    >
      {block.link}
      <ArrowRight size={16} aria-hidden />
    </Link>
  );
}

function List({ items }: { items: readonly string[] }) {
  return (
    <ul className="grid list-disc gap-1.5 pl-5 marker:text-fg-3">
      {items.map((item) => (
        <li key={item} className="text-pretty">
          {item}
        </li>
      ))}
    </ul>
  );
}

function Steps({ items }: { items: readonly string[] }) {
  return (
    <ol className="grid gap-3">
      {items.map((item, index) => (
        <li key={item} className="flex gap-3">
          <span
            aria-hidden
            className="grid size-6 shrink-0 place-items-center rounded-full bg-bg-3 font-display text-xs font-bold text-primary"
          >
            {index + 1}
          </span>
          <span className="pt-0.5 text-pretty">{item}</span>
        </li>
      ))}
    </ol>
  );
}

function Facts({ facts }: { facts: readonly (readonly [name: string, value: string])[] }) {
  return (
    <dl className="overflow-hidden rounded-md border border-line">
      {facts.map(([name, value]) => (
        <div
          key={name}
          className="grid gap-x-4 gap-y-0.5 border-line px-4 py-3 not-first:border-t @lg:grid-cols-[9rem_1fr]"
        >
          <dt className="font-semibold text-fg">{name}</dt>
          <dd className="text-pretty">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Code({ label, code }: { label: string; code: string }) {
  return (
    <figure>
      <figcaption className="mb-1.5 text-card font-semibold text-fg">{label}</figcaption>
      <div className="flex items-start gap-1 rounded-md border border-line bg-bg-0 py-1 pr-1 pl-4">
        <code className="min-w-0 grow py-2 font-mono text-xs break-all whitespace-pre-wrap text-fg-2">{code}</code>
        <CopyButton text={code} />
      </div>
    </figure>
  );
}
