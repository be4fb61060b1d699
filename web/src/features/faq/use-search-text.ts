import { useState } from 'react';
import { useSearchParams } from 'react-router';

type Box = {
  readonly text: string;
  readonly asked: string;
  /** Typed texts that the address has not caught up with yet. */
  readonly written: readonly string[];
};

/** The text of a search box, stored in the address. Typing shows at once; the address may lag behind. */
export function useSearchText(name: string): [text: string, setText: (text: string) => void] {
  const [params, setParams] = useSearchParams();
  const asked = params.get(name) ?? '';
  const [box, setBox] = useState<Box>({ text: asked, asked, written: [] });
  if (asked !== box.asked) setBox(afterNavigation(box, asked));

  const setText = (text: string) => {
    setBox({ ...box, text, written: [...box.written, text] });
    setParams(text === '' ? {} : { [name]: text }, { replace: true, preventScrollReset: true });
  };
  return [box.text, setText];
}

/** An address that the box did not write comes from a link or from Back: the box takes it over. */
function afterNavigation(box: Box, asked: string): Box {
  const at = box.written.lastIndexOf(asked);
  if (at === -1) return { text: asked, asked, written: [] };
  return { ...box, asked, written: box.written.slice(at + 1) };
}
