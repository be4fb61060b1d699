import clsx from 'clsx';
import { Download } from 'lucide-react';
import { useStaffText } from '#i18n/staff/staff-text.ts';
import { buttonClass } from './button.tsx';

type CsvLinkProps = {
  path: string;
  /** The filter; what is undefined or empty is left out. */
  filter: Readonly<Record<string, string | undefined>>;
  className?: string;
};

/** Downloads the rows of the current filter. A plain link: the browser saves the file while the server is still writing it. */
export function CsvLink({ path, filter, className }: CsvLinkProps) {
  const { download } = useStaffText();
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(filter)) if (value !== undefined && value !== '') params.set(name, value);
  return (
    <a href={params.size === 0 ? path : `${path}?${params}`} download className={clsx(buttonClass(), className)}>
      <Download size={18} aria-hidden />
      {download}
    </a>
  );
}
