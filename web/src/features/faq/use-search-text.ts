import { useState } from 'react';
import { useSearchParams } from 'react-router';

type Box = {
  readonly text: string;
  readonly urlText: string;
  /** Typed texts that the URL has not caught up with yet. */
  readonly written: readonly string[];
};

/** The text of a search box, stored in the URL. Typing shows at once; the URL may lag behind. */
export function useSearchText(name: string): [text: string, setText: (text: string) => void] {
  const [params, setParams] = useSearchParams();
  const urlText = params.get(name) ?? '';
  const [box, setBox] = useState<Box>({ text: urlText, urlText, written: [] });
  if (urlText !== box.urlText) setBox(afterNavigation(box, urlText));

  const setText = (text: string) => {
    setBox({ ...box, text, written: [...box.written, text] });
    setParams(text === '' ? {} : { [name]: text }, { replace: true, preventScrollReset: true });
  };
  return [box.text, setText];
}

/** A URL that the box did not write comes from a link or from Back, so the box takes it over. */
function afterNavigation(box: Box, urlText: string): Box {
  const index = box.written.lastIndexOf(urlText);
  if (index === -1) return { text: urlText, urlText, written: [] };
  return { ...box, urlText, written: box.written.slice(index + 1) };
}
