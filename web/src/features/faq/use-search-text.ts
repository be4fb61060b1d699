import { useState } from 'react';
import { useSearchParams } from 'react-router';

type Box = {
  readonly text: string;
  readonly inAddress: string;
  /** Typed texts that the address has not caught up with yet. */
  readonly written: readonly string[];
};

/** The text of a search box, stored in the address. Typing shows at once; the address may lag behind. */
export function useSearchText(name: string): [text: string, setText: (text: string) => void] {
  const [params, setParams] = useSearchParams();
  const inAddress = params.get(name) ?? '';
  const [box, setBox] = useState<Box>({ text: inAddress, inAddress, written: [] });
  if (inAddress !== box.inAddress) setBox(afterNavigation(box, inAddress));

  const setText = (text: string) => {
    setBox({ ...box, text, written: [...box.written, text] });
    setParams(text === '' ? {} : { [name]: text }, { replace: true, preventScrollReset: true });
  };
  return [box.text, setText];
}

/** An address that the box did not write comes from a link or from Back: the box takes it over. */
function afterNavigation(box: Box, inAddress: string): Box {
  const at = box.written.lastIndexOf(inAddress);
  if (at === -1) return { text: inAddress, inAddress, written: [] };
  return { ...box, inAddress, written: box.written.slice(at + 1) };
}
